package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.HeldValue;

/** Reads merged rows as a result set would. */
final class MergedValues {
    private MergedValues() {}

    static Object object(MergedRows rows, int column) throws SQLException {
        ResultSet source = rows.source(column);
        Object value = source != null ? source.getObject(column) : rows.value(column);
        return value instanceof HeldValue held ? held.object() : value;
    }

    /** All rows, the first {@code columns} columns of each. */
    static List<List<Object>> all(MergedRows rows, int columns) throws SQLException {
        List<List<Object>> result = new ArrayList<>();
        while (rows.next()) {
            Object[] row = new Object[columns];
            for (int i = 0; i < columns; i++) {
                row[i] = object(rows, i + 1);
            }
            result.add(Arrays.asList(row));
        }
        return result;
    }
}
