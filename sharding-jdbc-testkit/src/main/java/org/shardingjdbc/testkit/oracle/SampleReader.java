package org.shardingjdbc.testkit.oracle;

import java.sql.Connection;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.schema.ColumnPool;

/** Finds values that occur in the columns of a table, as literals. Stateless but for its connection. */
record SampleReader(Connection connection, DatabaseKind kind) {
    private static final int ROWS = 200;
    private static final int SAMPLES = 12;

    /** The columns with samples; where no row has a value, with some that may be. */
    List<ColumnModel> fill(String table, List<ColumnModel> columns) throws SQLException {
        List<Set<String>> found = new ArrayList<>();
        columns.forEach(column -> found.add(new LinkedHashSet<>()));
        List<String> names = columns.stream().map(ColumnModel::name).toList();
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(ROWS);
            try (ResultSet rows = statement.executeQuery("SELECT " + String.join(", ", names) + " FROM " + table)) {
                while (rows.next()) {
                    for (int i = 0; i < names.size(); i++) {
                        String value = value(rows, i + 1, columns.get(i).kind());
                        if (value != null && found.get(i).size() < SAMPLES) {
                            found.get(i).add(value);
                        }
                    }
                }
            }
        }
        List<ColumnModel> filled = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            ColumnModel column = columns.get(i);
            List<String> samples = found.get(i).isEmpty()
                    ? new ColumnPool(kind).literals(column.kind(), RandomChoices.replay(new int[0]))
                    : List.copyOf(found.get(i));
            filled.add(new ColumnModel(column.name(), column.kind(), column.nullable(), column.type(), samples));
        }
        return filled;
    }

    private String value(ResultSet rows, int index, ColumnKind column) throws SQLException {
        String value = read(rows, index, column);
        return value == null ? null : new ColumnPool(kind).literal(column, value);
    }

    /** A value without quotes; null for NULL. */
    private String read(ResultSet rows, int index, ColumnKind column) throws SQLException {
        switch (column) {
            case BINARY -> {
                byte[] bytes = rows.getBytes(index);
                return bytes == null ? null : HexFormat.of().formatHex(bytes);
            }
            case BOOLEAN -> {
                boolean value = rows.getBoolean(index);
                return rows.wasNull() ? null : value ? "TRUE" : "FALSE";
            }
            case DATE -> {
                Date date = rows.getDate(index);
                return date == null ? null : date.toString();
            }
            case TIMESTAMP -> {
                Timestamp time = rows.getTimestamp(index);
                return time == null ? null : time.toString();
            }
            case TIMESTAMP_WITH_ZONE -> {
                OffsetDateTime time = rows.getObject(index, OffsetDateTime.class);
                return time == null
                        ? null
                        : Timestamp.valueOf(time.withOffsetSameInstant(ZoneOffset.UTC)
                                        .toLocalDateTime())
                                .toString();
            }
            default -> {
                String text = rows.getString(index);
                return text == null ? null : escaped(text);
            }
        }
    }

    private String escaped(String text) {
        String quoted = text.replace("'", "''");
        return kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL ? quoted.replace("\\", "\\\\") : quoted;
    }
}
