package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/** Reads rows in PostgreSQL's binary form: a head, then of each row the number of values and each with its length. */
final class IncomingBinary extends IncomingRows {
    private static final byte[] SIGNATURE = {'P', 'G', 'C', 'O', 'P', 'Y', '\n', (byte) 0xFF, '\r', '\n', 0};
    private static final int HEAD = SIGNATURE.length + 8;
    private static final int WITH_OIDS = 1 << 16;

    private boolean headRead;
    /** How many bytes of the head are still to be passed over. */
    private int extension;
    /** Up to where the row that is not whole yet was walked over, behind its start, and how many values that were. */
    private int walked;

    private int walkedValues;

    IncomingBinary(CopyOptions options, List<String> columns, String name, int longestRow, Sink sink) {
        super(options, columns, name, longestRow, sink);
    }

    /** What a client is sent first. */
    static byte[] head() {
        return Arrays.copyOf(SIGNATURE, HEAD);
    }

    @Override
    void moved() {
        // what is known is counted from where the row starts
    }

    @Override
    void read(boolean last) throws SQLException {
        if (!headRead && !readHead(last)) {
            return;
        }
        int passed = Math.min(extension, to - from);
        from += passed;
        extension -= passed;
        while (extension == 0 && !marked && readRow()) {
            // one after the other
        }
        if (last && !marked && (from < to || extension > 0)) {
            line++;
            throw new CopyFailure(new SQLException("unexpected EOF in COPY data", BAD_FORMAT), where(line));
        }
    }

    @Override
    SQLException missing(int column) {
        throw new IllegalStateException("rows have as many values as they say");
    }

    private boolean readHead(boolean last) throws SQLException {
        int seen = Math.min(to - from, SIGNATURE.length);
        boolean begins = Arrays.equals(buffer, from, from + seen, SIGNATURE, 0, seen);
        if (!begins || last && seen < SIGNATURE.length) {
            throw new SQLException("COPY file signature not recognized", BAD_FORMAT);
        }
        if (to - from < HEAD) {
            if (last) {
                throw new SQLException("invalid COPY file header (missing length)", BAD_FORMAT);
            }
            return false;
        }
        ByteBuffer head = ByteBuffer.wrap(buffer, from + SIGNATURE.length, 8);
        int flags = head.getInt();
        extension = head.getInt();
        if ((flags & WITH_OIDS) != 0) {
            throw new SQLException("invalid COPY file header (WITH OIDS)", BAD_FORMAT);
        }
        if (flags >>> 16 != 0) {
            throw new SQLException("unrecognized critical flags in COPY file header", BAD_FORMAT);
        }
        if (extension < 0) {
            throw new SQLException("invalid COPY file header (wrong length)", BAD_FORMAT);
        }
        from += HEAD;
        headRead = true;
        return true;
    }

    /** False where the next one is not whole, or there is none. */
    private boolean readRow() throws SQLException {
        if (to - from < 2) {
            return false;
        }
        ByteBuffer in = ByteBuffer.wrap(buffer, from, to - from);
        int count = in.getShort();
        if (count == -1) {
            if (in.hasRemaining()) {
                line++;
                throw new CopyFailure(new SQLException("received copy data after EOF marker", BAD_FORMAT), where(line));
            }
            from = to;
            marked = true;
            return false;
        }
        if (count != columns.size()) {
            line++;
            throw new CopyFailure(
                    new SQLException("row field count is " + count + ", expected " + columns.size(), BAD_FORMAT),
                    where(line));
        }
        if (!walkOver(count)) {
            return false;
        }
        byte[][] values = new byte[count][];
        for (int i = 0; i < count; i++) {
            int length = in.getInt();
            if (length >= 0) {
                values[i] = new byte[length];
                in.get(values[i]);
            }
        }
        from = in.position();
        walked = 0;
        walkedValues = 0;
        line++;
        sink.row(values);
        return true;
    }

    /** Whether the row is whole. What was walked over is not again, and nothing is copied before it is. */
    private boolean walkOver(int count) throws SQLException {
        if (walked == 0) {
            walked = 2;
        }
        while (walkedValues < count) {
            int left = to - from - walked;
            if (left < 4) {
                return false;
            }
            int length = ByteBuffer.wrap(buffer, from + walked, 4).getInt();
            if (length < -1) {
                line++;
                throw wrong(new SQLException("invalid field size", BAD_FORMAT), walkedValues, new byte[0]);
            }
            if (length > left - 4) {
                return false;
            }
            walked += 4 + Math.max(length, 0);
            walkedValues++;
        }
        return true;
    }
}
