package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads rows that are lines of text, in PostgreSQL's own way of writing them or as CSV. */
final class IncomingLines extends IncomingRows {
    /** How lines end; the first one says it for all. */
    private enum LineEnd {
        UNKNOWN,
        NEWLINE,
        RETURN,
        RETURN_NEWLINE
    }

    private static final int FIRST_OF_DOT_AS_DATA = 18;

    private final boolean csv;
    /** Whether a line of a backslash and a full stop is behind the last row. */
    private final boolean dotMarks;
    /** Whether that may also stand at the end of the last row. */
    private final boolean dotEndsRow;

    private final byte delimiter;
    private final byte quote;
    private final byte escape;
    private final byte[] nullText;
    private final boolean[] notNull;
    private final boolean[] nullThoughQuoted;

    private LineEnd lineEnd = LineEnd.UNKNOWN;
    /** Up to where the line that is not whole yet was looked through. */
    private int at;

    private boolean inQuote;
    private boolean escaped;
    private boolean headerRead;
    /** Where the line stands that is being taken. */
    private int lineStart;

    private int lineStop;
    /** Lines that ended within a value. */
    private int inside;

    /** Of the line, as far as there are columns for them. */
    private final List<byte @Nullable []> values = new ArrayList<>();
    /** How many values the line has. A line of nothing but delimiters has millions, which are not made. */
    private int fields;

    private final GrowingBytes value = new GrowingBytes();

    /** @param serverVersion of the databases, which do not all take the same for the end */
    IncomingLines(
            CopyOptions options, List<String> columns, String name, int longestRow, int serverVersion, Sink sink) {
        super(options, columns, name, longestRow, sink);
        this.csv = options.format() == CopyOptions.Format.CSV;
        this.dotMarks = !csv || serverVersion < FIRST_OF_DOT_AS_DATA;
        this.dotEndsRow = serverVersion < FIRST_OF_DOT_AS_DATA;
        this.delimiter = options.delimiter();
        this.quote = options.quote();
        this.escape = options.escape();
        this.nullText = options.nullText().getBytes(StandardCharsets.UTF_8);
        this.notNull = new boolean[columns.size()];
        this.nullThoughQuoted = new boolean[columns.size()];
        for (int i = 0; i < notNull.length; i++) {
            notNull[i] = options.forceNotNull().contains(columns.get(i));
            nullThoughQuoted[i] = options.forceNull().contains(columns.get(i));
        }
    }

    @Override
    void moved() {
        // what is looked through already is looked through again, which happens once for each doubling
        at = from;
        inQuote = false;
        escaped = false;
        inside = 0;
    }

    // ---- lines

    @Override
    void read(boolean last) throws SQLException {
        while (!marked && at < to) {
            byte c = buffer[at];
            if (!last && needsMore(c)) {
                return;
            }
            if (csv) {
                seeQuotes(c);
            }
            if (c == '\r' && !inQuote) {
                readReturn();
            } else if (c == '\n' && !inQuote) {
                if (lineEnd == LineEnd.RETURN || lineEnd == LineEnd.RETURN_NEWLINE) {
                    throw mixed("newline", "\"\\n\"");
                }
                lineEnd = LineEnd.NEWLINE;
                endLine(at, at + 1);
            } else if (c == '\\' && (!csv || at == from && dotMarks) && at + 1 < to) {
                readBackslash();
            } else {
                at++;
            }
        }
        if (last && !marked && from < to) {
            endLine(to, to);
        }
    }

    /** A quote begins a part in which line ends are nothing else than others, or ends it. */
    private void seeQuotes(byte c) {
        boolean own = quote != escape;
        if (inQuote && own && c == escape) {
            escaped = !escaped;
        }
        if (c == quote && !escaped) {
            inQuote = !inQuote;
        }
        if (!own || c != escape) {
            escaped = false;
        }
        if (inQuote && c == (lineEnd == LineEnd.NEWLINE ? '\n' : '\r')) {
            inside++;
        }
    }

    private void readReturn() throws SQLException {
        boolean newline = at + 1 < to && buffer[at + 1] == '\n';
        if (newline && (lineEnd == LineEnd.UNKNOWN || lineEnd == LineEnd.RETURN_NEWLINE)) {
            lineEnd = LineEnd.RETURN_NEWLINE;
            endLine(at, at + 2);
        } else if (lineEnd == LineEnd.UNKNOWN || lineEnd == LineEnd.RETURN) {
            lineEnd = LineEnd.RETURN;
            endLine(at, at + 1);
        } else {
            throw mixed("carriage return", "\"\\r\"");
        }
    }

    private SQLException mixed(String what, String writing) {
        line++;
        return new CopyFailure(
                new CopyFailure(
                        csv ? "unquoted " + what + " found in data" : "literal " + what + " found in data",
                        BAD_FORMAT,
                        csv
                                ? "Use quoted CSV field to represent " + what + "."
                                : "Use " + writing + " to represent " + what + "."),
                where(line));
    }

    /** Whether what a byte means depends on some that have not come yet. */
    private boolean needsMore(byte c) {
        if (c == '\\' && (!csv || at == from && dotMarks)) {
            return at + 1 == to || buffer[at + 1] == '.' && at + 2 == to;
        }
        return c == '\r' && !inQuote && at + 1 == to;
    }

    private void readBackslash() throws SQLException {
        if (buffer[at + 1] != '.') {
            at += csv ? 1 : 2;
            return;
        }
        boolean ends = at + 2 == to || buffer[at + 2] == '\n' || buffer[at + 2] == '\r';
        if (at == from && ends) {
            marked = true;
        } else if (csv) {
            at++;
        } else if (ends && dotEndsRow) {
            endLine(at, at);
            marked = true;
        } else {
            line++;
            String problem = ends || !dotEndsRow ? "is not alone on its line" : "corrupt";
            throw new CopyFailure(new SQLException("end-of-copy marker " + problem, BAD_FORMAT), where(line));
        }
    }

    private void endLine(int stop, int next) throws SQLException {
        int start = from;
        line += 1 + inside;
        inside = 0;
        from = next;
        at = next;
        if (options.header() && !headerRead) {
            headerRead = true;
            if (options.matchingHeader()) {
                requireNames(start, stop);
            }
            return;
        }
        split(start, stop);
        if (fields > columns.size()) {
            throw wrong("extra data after last expected column", buffer, start, stop);
        }
        lineStart = start;
        lineStop = stop;
        sink.row(values.toArray(new byte[0][]));
    }

    @Override
    SQLException missing(int column) {
        return wrong("missing data for column \"" + columns.get(column) + "\"", buffer, lineStart, lineStop);
    }

    private void requireNames(int start, int stop) throws SQLException {
        split(start, stop);
        if (fields != columns.size()) {
            throw wrong(
                    "wrong number of fields in header line: got " + fields + ", expected " + columns.size(),
                    buffer,
                    start,
                    stop);
        }
        for (int i = 0; i < columns.size(); i++) {
            byte[] found = values.get(i);
            String expected = columns.get(i);
            String problem = "column name mismatch in header line field " + (i + 1) + ": got ";
            if (found == null) {
                throw wrong(
                        problem + "null value (\"" + options.nullText() + "\"), expected \"" + expected + "\"",
                        buffer,
                        start,
                        stop);
            }
            String told = new String(found, StandardCharsets.UTF_8);
            if (!told.equals(expected)) {
                throw wrong(problem + "\"" + told + "\", expected \"" + expected + "\"", buffer, start, stop);
            }
        }
    }

    // ---- values

    private void split(int start, int stop) throws SQLException {
        values.clear();
        fields = 0;
        int next = start;
        while (next >= 0) {
            next = csv ? readQuoted(next, start, stop) : readEscaped(next, stop);
        }
    }

    /** Where the next value begins; -1 behind the last one. */
    private int readEscaped(int start, int stop) {
        value.clear();
        int i = start;
        while (i < stop && buffer[i] != delimiter) {
            byte c = buffer[i++];
            if (c != '\\') {
                value.add(c);
            } else if (i < stop) {
                i = readEscape(i, stop);
            }
        }
        add(start, i, false);
        return i < stop ? i + 1 : -1;
    }

    /** Reads what stands behind a backslash; where it ends. */
    private int readEscape(int start, int stop) {
        byte c = buffer[start];
        int i = start + 1;
        switch (c) {
            case 'b' -> value.add((byte) '\b');
            case 'f' -> value.add((byte) '\f');
            case 'n' -> value.add((byte) '\n');
            case 'r' -> value.add((byte) '\r');
            case 't' -> value.add((byte) '\t');
            case 'v' -> value.add((byte) 0x0B);
            case '0', '1', '2', '3', '4', '5', '6', '7' -> i = readDigits(start, Math.min(start + 3, stop), 8);
            case 'x' -> {
                if (i < stop && Character.digit(buffer[i], 16) >= 0) {
                    i = readDigits(i, Math.min(i + 2, stop), 16);
                } else {
                    value.add(c);
                }
            }
            default -> value.add(c);
        }
        return i;
    }

    private int readDigits(int start, int most, int radix) {
        int number = 0;
        int i = start;
        while (i < most && Character.digit(buffer[i], radix) >= 0) {
            number = number * radix + Character.digit(buffer[i], radix);
            i++;
        }
        value.add((byte) number);
        return i;
    }

    private int readQuoted(int start, int lineStart, int stop) throws SQLException {
        value.clear();
        boolean quoted = false;
        int i = start;
        while (i < stop && buffer[i] != delimiter) {
            byte c = buffer[i++];
            if (c != quote) {
                value.add(c);
                continue;
            }
            quoted = true;
            boolean open = true;
            while (open) {
                if (i >= stop) {
                    throw wrong("unterminated CSV quoted field", buffer, lineStart, stop);
                }
                c = buffer[i++];
                if (c == escape && i < stop && (buffer[i] == escape || buffer[i] == quote)) {
                    value.add(buffer[i++]);
                } else if (c == quote) {
                    open = false;
                } else {
                    value.add(c);
                }
            }
        }
        add(start, i, quoted);
        return i < stop ? i + 1 : -1;
    }

    /** @param start and {@code stop} are where it stands as it is written */
    private void add(int start, int stop, boolean quoted) {
        int column = fields++;
        if (column >= columns.size()) {
            return;
        }
        boolean isNull = !quoted && Arrays.equals(buffer, start, stop, nullText, 0, nullText.length);
        if (isNull && notNull[column]) {
            isNull = false;
        }
        byte[] read = value.copy();
        if (!isNull && quoted && nullThoughQuoted[column] && Arrays.equals(read, nullText)) {
            isNull = true;
        }
        values.add(isNull ? null : read);
    }
}
