package org.shardingjdbc.feature.encrypt.backfill;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.encrypt.internal.ColumnEncryption;

/**
 * The SQL of a backfill over one actual table: names are those that the database tells, quoted. Immutable.
 *
 * @param key the columns of the primary key, in its order
 * @param stored the actual columns of all encrypted columns: plain while there is one, cipher, digests
 */
record ActualTable(String name, List<KeyColumn> key, List<String> stored) {
    /** @throws ShardingException when it is not there, has no primary key, or columns that cannot be encrypted */
    static ActualTable of(Connection connection, String dataNode, String table, List<ColumnEncryption> columns)
            throws SQLException {
        DatabaseMetaData data = connection.getMetaData();
        String actual = find(connection, data, dataNode, table);
        Map<String, String> names = new TreeMap<>();
        Map<String, Integer> types = new TreeMap<>();
        Map<String, String> typeNames = new TreeMap<>();
        try (ResultSet rows = data.getColumns(connection.getCatalog(), connection.getSchema(), actual, "%")) {
            while (rows.next()) {
                if (actual.equals(rows.getString("TABLE_NAME"))) {
                    String column = rows.getString("COLUMN_NAME");
                    names.put(column.toLowerCase(Locale.ROOT), column);
                    types.put(column.toLowerCase(Locale.ROOT), rows.getInt("DATA_TYPE"));
                    typeNames.put(column, rows.getString("TYPE_NAME"));
                }
            }
        }
        String quote = data.getIdentifierQuoteString().trim();
        List<String> stored = new ArrayList<>();
        for (ColumnEncryption column : columns) {
            for (String each : storedNames(column)) {
                String name = names.get(each.toLowerCase(Locale.ROOT));
                if (name == null) {
                    throw refuse(dataNode, "it has no column " + each + ": add it first");
                }
                boolean text = isText(types.get(each.toLowerCase(Locale.ROOT)));
                if (each.equals(column.plain()) && !text) {
                    throw refuse(dataNode, "column " + each + " is no VARCHAR or TEXT, whose values are their texts");
                }
                stored.add(quoted(name, quote));
            }
        }
        List<KeyColumn> key = new ArrayList<>();
        for (String column : key(connection, data, actual)) {
            if (stored.contains(quoted(column, quote))) {
                throw refuse(dataNode, "its primary key has an encrypted column, which changes");
            }
            String name = quoted(actual, quote) + "." + quoted(column, quote);
            key.add(KeyColumn.of(name, data.getDatabaseProductName(), typeNames.get(column)));
        }
        if (key.isEmpty()) {
            throw refuse(dataNode, "it has no primary key, by which rows are found again");
        }
        return new ActualTable(quoted(actual, quote), List.copyOf(key), stored);
    }

    /** Plain while there is one, cipher, digests. */
    static List<String> storedNames(ColumnEncryption column) {
        List<String> names = new ArrayList<>();
        if (column.plain() != null) {
            names.add(column.plain());
        }
        names.add(column.cipher());
        column.digests().forEach(digest -> names.add(digest.name()));
        return names;
    }

    static ShardingException refuse(String what, String why) {
        return new ShardingException(ErrorCode.BACKFILL_REFUSED, what, why);
    }

    private static boolean isText(int type) {
        return switch (type) {
            case Types.VARCHAR, Types.LONGVARCHAR, Types.NVARCHAR, Types.LONGNVARCHAR, Types.CLOB, Types.NCLOB -> true;
            default -> false;
        };
    }

    /** As it is written, or else but for case where that is one table. */
    private static String find(Connection connection, DatabaseMetaData data, String dataNode, String table)
            throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = data.getTables(connection.getCatalog(), connection.getSchema(), "%", null)) {
            while (rows.next()) {
                String name = rows.getString("TABLE_NAME");
                if (name.equals(table)) {
                    return name;
                }
                if (name.equalsIgnoreCase(table)) {
                    found.add(name);
                }
            }
        }
        if (found.size() != 1) {
            throw refuse(dataNode, "there is no such table in its data source");
        }
        return found.get(0);
    }

    private static List<String> key(Connection connection, DatabaseMetaData data, String table) throws SQLException {
        Map<Integer, String> key = new TreeMap<>();
        try (ResultSet rows = data.getPrimaryKeys(connection.getCatalog(), connection.getSchema(), table)) {
            while (rows.next()) {
                key.put(rows.getInt("KEY_SEQ"), rows.getString("COLUMN_NAME"));
            }
        }
        return List.copyOf(key.values());
    }

    private static String quoted(String name, String quote) {
        return quote + name.replace(quote, quote + quote) + quote;
    }

    String count() {
        return "SELECT COUNT(*) FROM " + name;
    }

    /** The next rows by primary key: key, then stored forms. Its parameters are set by {@link #setKeyset}. */
    String page(boolean first, int rows) {
        return "SELECT " + joined(KeyColumn::read) + ", " + String.join(", ", stored) + " FROM " + name
                + (first ? "" : " WHERE " + keyset()) + " ORDER BY " + joined(KeyColumn::name) + " LIMIT " + rows;
    }

    private String joined(Function<KeyColumn, String> part) {
        return key.stream().map(part).collect(Collectors.joining(", "));
    }

    /** {@code a > ? OR a = ? AND b > ?}: the rows behind a key. */
    private String keyset() {
        StringBuilder condition = new StringBuilder();
        for (int last = 0; last < key.size(); last++) {
            condition.append(last == 0 ? "" : " OR ");
            for (int i = 0; i < last; i++) {
                condition.append(key.get(i).name()).append(" = ? AND ");
            }
            condition.append(key.get(last).name()).append(" > ?");
        }
        return condition.toString();
    }

    /** Sets the parameters of a page behind a key. */
    void setKeyset(PreparedStatement page, List<Object> after) throws SQLException {
        int parameter = 0;
        for (int last = 0; last < after.size(); last++) {
            for (int i = 0; i <= last; i++) {
                key.get(i).set(page, ++parameter, after.get(i));
            }
        }
    }

    /** Sets a parameter that is compared with a stored form, or becomes one. */
    void setForm(PreparedStatement update, int parameter, String form) throws SQLException {
        if (key.get(0).untyped()) {
            // A text would be compared with a CHAR by its trailing blanks.
            update.setObject(parameter, form, Types.OTHER);
        } else {
            update.setString(parameter, form);
        }
    }

    /**
     * Writes some stored forms of a row, if all of them are still those that were read.
     *
     * @param written indexes into {@link #stored}
     * @param read what was read, by index, null for NULL
     */
    String update(List<Integer> written, List<String> read) {
        StringBuilder sql = new StringBuilder("UPDATE ").append(name).append(" SET ");
        for (int i = 0; i < written.size(); i++) {
            sql.append(i == 0 ? "" : ", ").append(stored.get(written.get(i))).append(" = ?");
        }
        sql.append(" WHERE ");
        for (KeyColumn column : key) {
            sql.append(column.name()).append(" = ? AND ");
        }
        for (int i = 0; i < stored.size(); i++) {
            sql.append(i == 0 ? "" : " AND ").append(stored.get(i)).append(read.get(i) == null ? " IS NULL" : " = ?");
        }
        return sql.toString();
    }
}
