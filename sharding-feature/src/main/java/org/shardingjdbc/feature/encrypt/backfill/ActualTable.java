package org.shardingjdbc.feature.encrypt.backfill;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.dialect.walk.KeyColumn;
import org.shardingjdbc.dialect.walk.WalkedTable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.encrypt.internal.ColumnEncryption;

/**
 * The forms that a backfill reads and writes of one actual table: names are those that the database tells. Immutable.
 *
 * @param stored the actual columns of all encrypted columns: plain while there is one, cipher, digests
 */
record ActualTable(WalkedTable table, List<String> stored) {
    /** @throws ShardingException when it is not there, has no primary key, or columns that cannot be encrypted */
    static ActualTable of(Connection connection, String dataNode, String table, List<ColumnEncryption> columns)
            throws SQLException {
        WalkedTable found = WalkedTable.find(connection, table);
        if (found == null) {
            throw refuse(dataNode, "there is no such table in its data source");
        }
        List<String> stored = new ArrayList<>();
        for (ColumnEncryption column : columns) {
            for (String each : storedNames(column)) {
                WalkedTable.ActualColumn known = found.column(each);
                if (known == null) {
                    throw refuse(dataNode, "it has no column " + each + ": add it first");
                }
                if (each.equals(column.plain()) && !isText(known.jdbcType())) {
                    throw refuse(dataNode, "column " + each + " is no VARCHAR or TEXT, whose values are their texts");
                }
                stored.add(known.name());
            }
        }
        for (KeyColumn column : found.key()) {
            if (stored.contains(column.name())) {
                throw refuse(dataNode, "its primary key has an encrypted column, which changes");
            }
        }
        if (found.key().isEmpty()) {
            throw refuse(dataNode, "it has no primary key, by which rows are found again");
        }
        return new ActualTable(found, List.copyOf(stored));
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

    /**
     * Writes some stored forms of a row, if all of them are still those that were read: new forms, key, those that were
     * read and are not NULL.
     *
     * @param written indexes into {@link #stored}
     * @param read what was read, by index, null for NULL
     */
    String update(List<Integer> written, List<String> read) {
        StringBuilder sql = new StringBuilder("UPDATE ").append(table.name()).append(" SET ");
        for (int i = 0; i < written.size(); i++) {
            sql.append(i == 0 ? "" : ", ")
                    .append(table.quoted(stored.get(written.get(i))))
                    .append(" = ?");
        }
        sql.append(" WHERE ").append(table.keyCondition());
        for (int i = 0; i < stored.size(); i++) {
            sql.append(" AND ").append(table.quoted(stored.get(i))).append(read.get(i) == null ? " IS NULL" : " = ?");
        }
        return sql.toString();
    }
}
