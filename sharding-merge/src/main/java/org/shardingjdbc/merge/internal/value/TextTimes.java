package org.shardingjdbc.merge.internal.value;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/**
 * Dates and timestamps of MySQL and MariaDB, read as text: there are some that no Java class holds, {@code 0000-00-00}
 * and {@code 2024-01-00}, and they sort as they are written.
 */
final class TextTimes extends ColumnOrder {
    @Override
    public Object read(ResultSet row, int column) throws SQLException {
        return row.getString(column);
    }

    @Override
    @Nullable
    Object ofHeld(@Nullable Object value) {
        return value instanceof HeldValue held ? held.text() : value;
    }

    @Override
    public int compare(Object left, Object right) {
        String first = (String) left;
        String second = (String) right;
        int common = Math.min(first.length(), second.length());
        for (int i = 0; i < common; i++) {
            int difference = first.charAt(i) - second.charAt(i);
            if (difference != 0) {
                return difference;
            }
        }
        return significant(first, common) - significant(second, common);
    }

    /** How many characters there are up to the last that is no closing zero of a fraction, but no less than given. */
    private static int significant(String time, int atLeast) {
        int end = time.length();
        while (end > atLeast && (time.charAt(end - 1) == '0' || time.charAt(end - 1) == '.')) {
            end--;
        }
        return end;
    }

    @Override
    public Object key(Object value) {
        String time = (String) value;
        int point = time.indexOf('.');
        return point < 0 ? time : time.substring(0, significant(time, point));
    }
}
