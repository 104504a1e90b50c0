package org.shardingjdbc.jdbc.internal.pull;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import org.shardingjdbc.jdbc.internal.dialect.MySqlType;

/**
 * How values of a column travel from a result into a table whose column has the same type, so that they are the same
 * there: by which getter they are read, and by which setter they are written.
 */
enum ValuePath {
    /** As text of no type, which the database reads as the type of the column: PostgreSQL, for all its types. */
    LITERAL {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return row.getString(column);
        }

        @Override
        void write(PreparedStatement insert, int position, Object value) throws SQLException {
            insert.setObject(position, value, Types.OTHER);
        }
    },
    /** As a string. */
    TEXT {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return row.getString(column);
        }

        @Override
        void write(PreparedStatement insert, int position, Object value) throws SQLException {
            insert.setString(position, (String) value);
        }
    },
    /** As a number. */
    NUMBER {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return row.getBigDecimal(column);
        }

        @Override
        void write(PreparedStatement insert, int position, Object value) throws SQLException {
            insert.setBigDecimal(position, (BigDecimal) value);
        }
    },
    /** As the text of MySQL's TIME. */
    TIME {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return MySqlType.time(row, column);
        }

        @Override
        void write(PreparedStatement insert, int position, Object value) throws SQLException {
            insert.setString(position, (String) value);
        }
    },
    BYTES {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return row.getBytes(column);
        }

        @Override
        void write(PreparedStatement insert, int position, Object value) throws SQLException {
            insert.setBytes(position, (byte[]) value);
        }
    },
    /** Without a time zone, in which a date might not exist. */
    LOCAL_DATE {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return row.getObject(column, LocalDate.class);
        }
    },
    /** As {@link #LOCAL_DATE}. */
    LOCAL_TIME {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return row.getObject(column, LocalTime.class);
        }
    },
    /** As {@link #LOCAL_DATE}. */
    LOCAL_DATE_TIME {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return row.getObject(column, LocalDateTime.class);
        }
    },
    /** As what the driver holds it in. */
    OBJECT {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            return row.getObject(column);
        }
    },
    ARRAY {
        @Override
        Object read(ResultSet row, int column) throws SQLException {
            java.sql.Array array = row.getArray(column);
            return array == null ? null : array.getArray();
        }
    };

    private static final int PLAIN_BYTES = 24;

    /** The value of that column of the current row; it stays valid when the result is closed. Null for NULL. */
    abstract Object read(ResultSet row, int column) throws SQLException;

    /** Sets a value that is not null. */
    void write(PreparedStatement insert, int position, Object value) throws SQLException {
        insert.setObject(position, value);
    }

    /** About how much memory a value takes that is not null. */
    static long bytes(Object value) {
        if (value instanceof String text) {
            return PLAIN_BYTES + text.length();
        }
        if (value instanceof byte[] bytes) {
            return PLAIN_BYTES + bytes.length;
        }
        if (value instanceof Object[] elements) {
            long sum = PLAIN_BYTES;
            for (Object element : elements) {
                sum += element == null ? 0 : bytes(element);
            }
            return sum;
        }
        return PLAIN_BYTES;
    }
}
