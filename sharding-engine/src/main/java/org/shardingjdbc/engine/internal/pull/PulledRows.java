package org.shardingjdbc.engine.internal.pull;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Carrier;
import org.shardingjdbc.dialect.internal.Copies;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.PlainCarrier;
import org.shardingjdbc.dialect.internal.Temporaries;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** The rows of one leaf, in memory. Used by one thread at a time: filled, then written. */
public final class PulledRows {
    private static final long ROW_BYTES = 40;
    private static final int PLAIN_BYTES = 24;

    private final Dialect dialect;
    private final String leaf;
    private final PullMeter meter;
    private final List<Object[]> rows = new ArrayList<>();

    @SuppressWarnings("NullAway.Init")
    private Carrier[] carriers;

    private String layout = "";
    /** The types of the columns, as the driver names them. */
    private List<String> types = List.of();

    private long largestRow;

    /**
     * @param leaf what they are rows of, for messages
     * @param meter counts what the statement pulls
     */
    public PulledRows(Dialect dialect, String leaf, PullMeter meter) {
        this.dialect = dialect;
        this.leaf = leaf;
        this.meter = meter;
    }

    /** The result's columns are known, before its first row. */
    public void columns(ResultSetMetaData columns) throws SQLException {
        carriers = new Carrier[columns.getColumnCount()];
        List<String> names = new ArrayList<>();
        for (int i = 0; i < carriers.length; i++) {
            Copies.Column column = dialect.copies().column(columns, i + 1);
            if (dialect.copies().isRounded(column)) {
                throw new ShardingException(ErrorCode.FLOAT_ROUNDED, columns.getColumnLabel(i + 1));
            }
            carriers[i] = dialect.copies().moved(column);
            names.add(column.typeName());
        }
        types = names;
        if (dialect.copies().keepsTypesByText()) {
            layout = layout(columns);
        }
    }

    /**
     * A comment that makes an INSERT another text when the columns have other types: a driver may keep prepared
     * statements by their text, with the types of the parameters that were found when a table of the same name was
     * another.
     */
    private static String layout(ResultSetMetaData columns) throws SQLException {
        StringBuilder types = new StringBuilder(" /*");
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            types.append(' ');
            String type = columns.getColumnTypeName(i);
            for (int k = 0; k < type.length(); k++) {
                types.append(Character.isJavaIdentifierPart(type.charAt(k)) ? type.charAt(k) : '_');
            }
        }
        return types.append(" */").toString();
    }

    /** The text that inserts so many rows; the values are set by {@link #write}. */
    public String insertSql(String table, int rowCount) {
        String row = "(" + "?, ".repeat(carriers.length - 1) + "?)";
        Temporaries temporaries = dialect.temporaries();
        return temporaries.strictly() + "INSERT " + temporaries.hintForAnyDate() + "INTO " + table + " VALUES "
                + (row + ", ").repeat(rowCount - 1) + row + layout;
    }

    /**
     * The text that inserts any number of them, whose values are set by {@link #writeColumns}; null where rows are
     * inserted by {@link #insertSql} only.
     */
    public @Nullable String insertByColumnsSql(String table) {
        for (Carrier carrier : carriers) {
            if (carrier != PlainCarrier.LITERAL) {
                return null;
            }
        }
        String insert = dialect.temporaries().insertByColumns(table, types);
        return insert == null ? null : insert + layout;
    }

    /**
     * Takes the current row of the result.
     *
     * @throws org.shardingjdbc.error.ShardingException when the statement has pulled too much
     */
    public void add(ResultSet row) throws SQLException {
        Object[] values = new Object[carriers.length];
        long bytes = ROW_BYTES + 4L * values.length;
        for (int i = 0; i < values.length; i++) {
            values[i] = carriers[i].read(row, i + 1);
            bytes += values[i] == null ? 0 : bytes(values[i]);
        }
        rows.add(values);
        largestRow = Math.max(largestRow, bytes);
        meter.count(leaf, rows.size(), bytes);
    }

    /** About how much memory a value takes that is not null. */
    private static long bytes(Object value) {
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

    public int size() {
        return rows.size();
    }

    /**
     * The different values of a column of whole numbers, without NULL.
     *
     * @param column 0-based
     * @param most how many are wanted at most
     * @return null when there are more, or a value that is no such number as it was read
     */
    public @Nullable Set<Long> keys(int column, int most) {
        Set<Long> keys = new LinkedHashSet<>();
        for (Object[] row : rows) {
            if (row[column] != null) {
                Long key = wholeNumber(row[column]);
                if (key == null || keys.add(key) && keys.size() > most) {
                    return null;
                }
            }
        }
        return keys;
    }

    private static @Nullable Long wholeNumber(Object value) {
        if (value instanceof Long || value instanceof Integer || value instanceof Short) {
            return ((Number) value).longValue();
        }
        try {
            return value instanceof String text ? Long.valueOf(text) : null;
        } catch (NumberFormatException e) {
            return null;
        }
    }

    public int columnCount() {
        return carriers.length;
    }

    /** About how much memory the largest row takes. */
    public long largestRow() {
        return largestRow;
    }

    /** Sets a row's values on an INSERT, from that position on. */
    public void write(int row, PreparedStatement insert, int from) throws SQLException {
        Object[] values = rows.get(row);
        for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
                insert.setNull(from + i, Types.NULL);
            } else {
                carriers[i].write(insert, from + i, values[i]);
            }
        }
    }

    /**
     * Sets the values of some rows on an INSERT by columns.
     *
     * @param first the position of its first parameter
     */
    public void writeColumns(int from, int to, PreparedStatement insert, int first) throws SQLException {
        for (int column = 0; column < carriers.length; column++) {
            List<@Nullable String> values = new ArrayList<>(to - from);
            for (int row = from; row < to; row++) {
                values.add((String) rows.get(row)[column]);
            }
            carriers[column].write(insert, first + column, dialect.temporaries().listed(values));
        }
    }

    /** The rows are written: the memory that they took is free. */
    public void clear() {
        rows.clear();
    }
}
