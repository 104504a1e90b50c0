package org.shardingjdbc.proxy.internal.mysql;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts the bytes of a file into rows, as LOAD DATA does: the bytes come in parts of any length, rows go as soon as they
 * are whole. It keeps what is not cut yet, which is less than a part and a row. Not thread-safe; one per file.
 *
 * <p>A row of which the end is not there yet is read again from its beginning when there is more, but not before what
 * is there has doubled: a long row that comes in small parts costs no more than twice its length.
 */
final class DelimitedRows {
    /** What is read where the bytes end. */
    private static final int NONE = -1;

    /** What an array has at most. */
    private static final int MOST_BYTES = Integer.MAX_VALUE - 8;

    private static final byte[] NULL_WORD = {'N', 'U', 'L', 'L'};

    /**
     * A row as it stands in the file.
     *
     * @param fields as many as the table takes; null is NULL
     * @param count how many of the fields the file has
     * @param longer whether it has more than these
     */
    record Row(byte[] @Nullable [] fields, int count, boolean longer) {}

    /**
     * What is between the fields and lines of a file, in its bytes.
     *
     * @param quote around fields, and {@link #NO_BYTE} for none
     * @param escape {@link #NO_BYTE} for none
     */
    record Marks(byte[] between, int quote, int escape, byte[] lineStart, byte[] lineEnd) {
        static final int NO_BYTE = -2;
    }

    private final Marks marks;
    private final byte[] lineEnd;
    private final int width;
    /** How many lines are left out before the first row. */
    private long skipped;

    private byte[] bytes = {};
    private int at;
    private int end;
    /** Whether all of the file is there. */
    private boolean complete;
    /** How many bytes there must be before it is worth to look for the end of a row. */
    private int worth;

    // ---- of the row that is read

    /** Whether bytes were missing of which it is not known yet whether they come. */
    private boolean starved;

    private boolean lineEnded;
    private boolean fileEnded;
    private boolean begins = true;
    private boolean quoted;
    private boolean escapedNull;

    /**
     * @param width how many fields a row has
     * @param skipped how many lines come before the first row
     */
    DelimitedRows(Marks marks, int width, long skipped) {
        this.marks = marks;
        this.width = width;
        this.skipped = skipped;
        // A file whose lines end as its fields do has no lines, but rows of so many fields.
        this.lineEnd = Arrays.equals(marks.lineEnd(), marks.between()) ? new byte[0] : marks.lineEnd();
    }

    /** Nothing more of the file is read. */
    void forget() {
        bytes = new byte[0];
        at = 0;
        end = 0;
        fileEnded = true;
    }

    /** The next bytes of the file. */
    void add(byte[] more) {
        int left = end - at;
        if ((long) end + more.length > bytes.length) {
            long needed = (long) left + more.length;
            byte[] target = needed <= bytes.length / 2
                    ? bytes
                    : new byte[(int) Math.min(Math.max(needed, Math.min(bytes.length, needed) * 2), MOST_BYTES)];
            System.arraycopy(bytes, at, target, 0, left);
            bytes = target;
            at = 0;
            end = left;
        }
        System.arraycopy(more, 0, bytes, end, more.length);
        end += more.length;
    }

    /** How many bytes wait for the end of their row. */
    int waiting() {
        return end - at;
    }

    /** There are no more bytes. */
    void complete() {
        complete = true;
        worth = 0;
    }

    /** The next row; null where it is not there, or not all of it. */
    @Nullable
    Row next() {
        while (skipped > 0) {
            if (!skipLine()) {
                return null;
            }
        }
        if (fileEnded || end - at < worth) {
            return null;
        }
        int from = at;
        boolean began = begins;
        starved = false;
        Row row = row();
        if (starved) {
            waitBehind(from, began);
            return null;
        }
        worth = 0;
        return row;
    }

    /** Reads all again from there when there are twice as many bytes. */
    private void waitBehind(int from, boolean began) {
        at = from;
        begins = began;
        lineEnded = false;
        fileEnded = false;
        worth = (int) Math.min(2L * (end - at) + 1, Integer.MAX_VALUE);
    }

    private boolean skipLine() {
        if (fileEnded || end - at < worth) {
            return false;
        }
        int from = at;
        starved = false;
        toNextLine();
        if (starved) {
            waitBehind(from, true);
            return false;
        }
        worth = 0;
        skipped--;
        return true;
    }

    private @Nullable Row row() {
        byte[] @Nullable [] fields = new byte[width][];
        int count = 0;
        while (count < width && !lineEnded && !fileEnded) {
            byte[] field = field();
            if (field == null) {
                break;
            }
            boolean isNull = !quoted && marks.quote() != Marks.NO_BYTE && Arrays.equals(field, NULL_WORD)
                    || escapedNull && field.length == 1;
            fields[count++] = isNull ? null : field;
        }
        if (count == 0) {
            return null;
        }
        boolean longer = toNextLine() && !fileEnded;
        return new Row(fields, count, longer);
    }

    // ---- bytes

    private int read() {
        if (at < end) {
            return bytes[at++] & 0xff;
        }
        starved |= !complete;
        return NONE;
    }

    /** Whether the rest of a mark stands here whose first byte was read; if so it is read too. */
    private boolean goesOn(byte[] mark) {
        int from = at;
        for (int i = 1; i < mark.length; i++) {
            if (read() != (mark[i] & 0xff)) {
                at = from;
                return false;
            }
        }
        return true;
    }

    private boolean isMark(int first, byte[] mark) {
        return mark.length > 0 && first == (mark[0] & 0xff) && goesOn(mark);
    }

    // ---- fields

    /** Null where the file ends before it. */
    private byte @Nullable [] field() {
        quoted = false;
        escapedNull = false;
        if (begins && marks.lineStart().length > 0 && !findStart()) {
            return null;
        }
        begins = false;
        int first = read();
        if (first == NONE) {
            ends();
            return null;
        }
        ByteArrayOutputStream field = new ByteArrayOutputStream(32);
        // Where the quote is never closed it belongs to the field.
        at--;
        boolean inQuotes = first == marks.quote();
        if (inQuotes) {
            field.write(read());
        }
        while (true) {
            int each = read();
            if (each == NONE) {
                ends();
                return field.toByteArray();
            }
            if (each == marks.escape() && escapes(each, field)) {
                continue;
            }
            if (!inQuotes) {
                if (isMark(each, lineEnd)) {
                    lineEnded = true;
                    return field.toByteArray();
                }
                if (isMark(each, marks.between())) {
                    return field.toByteArray();
                }
            } else if (each == marks.quote()) {
                int next = read();
                if (next == marks.quote()) {
                    field.write(next);
                    continue;
                }
                if (closes(next)) {
                    byte[] all = field.toByteArray();
                    return Arrays.copyOfRange(all, 1, all.length);
                }
                at--;
            }
            field.write(each);
        }
    }

    /** Whether it escapes what follows, which is written; at the end of the file it stands for itself. */
    private boolean escapes(int escape, ByteArrayOutputStream field) {
        int next = read();
        if (next == NONE) {
            field.write(escape);
            return true;
        }
        // A quote that escapes itself escapes nothing else.
        if (next == marks.escape() || marks.escape() != marks.quote()) {
            field.write(unescaped(next));
            return true;
        }
        at--;
        return false;
    }

    /** Whether a quote before it is the end of the field. */
    private boolean closes(int next) {
        boolean line = next == NONE || isMark(next, lineEnd);
        if (!line && !isMark(next, marks.between())) {
            return false;
        }
        lineEnded = line;
        quoted = true;
        return true;
    }

    private void ends() {
        lineEnded = true;
        fileEnded = true;
    }

    private boolean findStart() {
        while (true) {
            int each = read();
            if (each == NONE) {
                ends();
                return false;
            }
            if (isMark(each, marks.lineStart())) {
                return true;
            }
        }
    }

    private int unescaped(int letter) {
        escapedNull |= letter == 'N';
        return QueryText.escaped((byte) letter) & 0xff;
    }

    // ---- lines

    /** @return whether something stood before the end of the line */
    private boolean toNextLine() {
        begins = true;
        if (lineEnded || fileEnded) {
            lineEnded = false;
            return false;
        }
        boolean something = false;
        while (lineEnd.length > 0) {
            int each = read();
            if (each == NONE) {
                fileEnded = true;
                return something;
            }
            if (each == marks.escape()) {
                something = true;
                if (read() == NONE) {
                    fileEnded = true;
                    return true;
                }
            } else if (isMark(each, lineEnd)) {
                return something;
            } else {
                something = true;
            }
        }
        return something;
    }
}
