package io.shardingjdbc.testkit;

import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Runs a statement and reads all that it answers. */
public final class Outcomes {
    private Outcomes() {}

    /**
     * Runs {@code sql} as a plain statement if there are no parameters and {@code prepared} is false, else prepared.
     *
     * @param withKeys whether generated keys are asked for
     */
    public static Outcome of(
            Connection connection, String sql, List<Object> parameters, boolean prepared, boolean withKeys) {
        int keys = withKeys ? Statement.RETURN_GENERATED_KEYS : Statement.NO_GENERATED_KEYS;
        try {
            if (prepared || !parameters.isEmpty()) {
                try (PreparedStatement statement = connection.prepareStatement(sql, keys)) {
                    for (int i = 0; i < parameters.size(); i++) {
                        statement.setObject(i + 1, parameters.get(i));
                    }
                    return read(statement, statement.execute(), withKeys);
                }
            }
            try (Statement statement = connection.createStatement()) {
                return read(statement, statement.execute(sql, keys), withKeys);
            }
        } catch (SQLException e) {
            return new Outcome.Failure(e);
        }
    }

    private static Outcome read(Statement statement, boolean hasRows, boolean withKeys) throws SQLException {
        if (hasRows) {
            try (ResultSet rows = statement.getResultSet()) {
                return rows(rows);
            }
        }
        long count = statement.getLargeUpdateCount();
        if (!withKeys) {
            return new Outcome.Count(count, null);
        }
        try (ResultSet keys = statement.getGeneratedKeys()) {
            return new Outcome.Count(count, rows(keys));
        }
    }

    static Outcome.Rows rows(ResultSet result) throws SQLException {
        ResultSetMetaData metaData = result.getMetaData();
        int width = metaData.getColumnCount();
        List<ResultColumn> columns = new ArrayList<>(width);
        for (int i = 1; i <= width; i++) {
            columns.add(ResultColumn.of(metaData, i));
        }
        List<List<Object>> rows = new ArrayList<>();
        while (result.next()) {
            Object[] row = new Object[width];
            for (int i = 0; i < width; i++) {
                row[i] = comparable(result.getObject(i + 1));
            }
            rows.add(Arrays.asList(row));
        }
        return new Outcome.Rows(columns, rows);
    }

    /** A value in a form that has equals and a readable text, whichever driver it came from. */
    private static Object comparable(Object value) throws SQLException {
        if (value instanceof byte[] bytes) {
            return "0x" + HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Blob blob) {
            return "0x" + HexFormat.of().formatHex(blob.getBytes(1, (int) blob.length()));
        }
        if (value instanceof Clob clob) {
            return clob.getSubString(1, (int) clob.length());
        }
        if (value instanceof SQLXML xml) {
            return xml.getString();
        }
        if (value instanceof Array array) {
            return comparable(array.getArray());
        }
        if (value instanceof Object[] elements) {
            List<Object> list = new ArrayList<>(elements.length);
            for (Object element : elements) {
                list.add(comparable(element));
            }
            return list;
        }
        return value;
    }
}
