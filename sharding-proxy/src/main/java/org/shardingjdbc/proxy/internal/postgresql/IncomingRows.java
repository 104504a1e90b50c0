package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rows of a COPY out of bytes that come in pieces of any size; holds no more than the row that is not whole
 * yet. One per COPY.
 */
abstract class IncomingRows {
    static final String BAD_FORMAT = "22P04";
    private static final int MOST_SHOWN = 100;
    /** What the JVM surely makes. */
    private static final long MOST_BYTES = Integer.MAX_VALUE - 8;

    /** Takes rows. */
    interface Sink {
        /** @param values of the columns in their order, where a row has too few those that it has; null for NULL */
        void row(byte[][] values) throws SQLException;
    }

    final CopyOptions options;
    final List<String> columns;
    final Sink sink;
    private final String name;
    private final int longestRow;

    /** The bytes that are not read yet stand from {@code from} to {@code to}. */
    byte[] buffer = new byte[0];

    int from;
    int to;
    /** The line that is read, or the row; 1-based, 0 before the first one. */
    long line;
    /** Whether its end was marked, so that what follows is of no meaning. */
    boolean marked;

    /**
     * @param name of the table, for messages
     * @param longestRow in bytes
     */
    IncomingRows(CopyOptions options, List<String> columns, String name, int longestRow, Sink sink) {
        this.options = options;
        this.columns = columns;
        this.name = name;
        this.longestRow = longestRow;
        this.sink = sink;
    }

    static IncomingRows of(
            CopyOptions options, List<String> columns, String name, int longestRow, int serverVersion, Sink sink) {
        return switch (options.format()) {
            case BINARY -> new IncomingBinary(options, columns, name, longestRow, sink);
            case CSV -> new IncomingLines(options, columns, name, longestRow, serverVersion, sink);
            case TEXT -> new IncomingLines(options, columns, name, longestRow, serverVersion, sink);
        };
    }

    /** @throws SQLException when the bytes are no rows, or a row is not taken */
    final void take(byte[] bytes) throws SQLException {
        if (marked) {
            return;
        }
        if (from == to) {
            buffer = bytes;
            from = 0;
            to = bytes.length;
            moved();
        } else {
            append(bytes);
        }
        read(false);
        if (to - from > longestRow) {
            throw new CopyFailure(
                    new SQLException("a row has more than " + longestRow + " bytes", "54000"), where(line + 1));
        }
    }

    private void append(byte[] bytes) {
        int left = to - from;
        if (buffer.length - to < bytes.length) {
            // never more than twice what a row may have, with one message
            byte[] target = left + bytes.length <= buffer.length / 2
                    ? buffer
                    : new byte[(int) Math.min(Math.max((left + (long) bytes.length) * 2, 1024), MOST_BYTES)];
            System.arraycopy(buffer, from, target, 0, left);
            buffer = target;
            from = 0;
            to = left;
            moved();
        }
        System.arraycopy(bytes, 0, buffer, to, bytes.length);
        to += bytes.length;
    }

    /** The bytes that are not read yet stand somewhere else in the buffer, or are others. */
    abstract void moved();

    /** Nothing follows any more. */
    final void end() throws SQLException {
        if (!marked) {
            read(true);
        }
    }

    /**
     * Reads all rows that are whole.
     *
     * @param last whether nothing follows
     */
    abstract void read(boolean last) throws SQLException;

    // ---- places

    /** The line that is read now, for messages. */
    final long line() {
        return line;
    }

    final String where(long number) {
        return "COPY " + name + ", line " + number;
    }

    /** A row has no value for a column. */
    abstract SQLException missing(int column);

    /** A line is wrong. */
    final CopyFailure wrong(String message, byte[] text, int start, int stop) {
        return new CopyFailure(new SQLException(message, BAD_FORMAT), where(line) + ": " + quoted(text, start, stop));
    }

    /** A value is wrong. */
    final CopyFailure wrong(SQLException cause, int column, byte @Nullable [] value) {
        String place = where(line) + ", column " + columns.get(column);
        return new CopyFailure(
                cause,
                value == null
                        ? place + ": null input"
                        : options.isBinary() ? place : place + ": " + quoted(value, 0, value.length));
    }

    private static String quoted(byte[] text, int start, int stop) {
        int shown = stop;
        if (stop - start > MOST_SHOWN) {
            shown = start + MOST_SHOWN;
            while (shown > start && (text[shown] & 0xC0) == 0x80) {
                shown--;
            }
        }
        return "\"" + new String(text, start, shown - start, StandardCharsets.UTF_8) + (shown < stop ? "..." : "")
                + "\"";
    }
}
