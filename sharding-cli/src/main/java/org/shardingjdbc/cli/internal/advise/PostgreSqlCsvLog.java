package org.shardingjdbc.cli.internal.advise;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.advise.LogReader.LogEntries;

/** Reads what PostgreSQL writes by {@code log_destination = 'csvlog'}. */
final class PostgreSqlCsvLog implements LogReader {
    /** Where a record has its severity and its message; older versions have fewer columns behind them. */
    private static final int SEVERITY = 11;

    private static final int MESSAGE = 13;
    private static final String LOG = "LOG";

    private final LogEntries entries;
    /** The lines of a record that has not ended. */
    private final StringBuilder record = new StringBuilder();

    private boolean quoted;
    private int begin;

    PostgreSqlCsvLog(LogEntries entries) {
        this.entries = entries;
    }

    /** Whether a line begins a record with a severity. */
    static boolean isOfLog(String line) {
        CSVRecord read = record(endsQuoted(line, false) ? line + '"' : line);
        return read != null && read.size() > SEVERITY && PostgreSqlLog.isSeverity(read.get(SEVERITY));
    }

    private static @Nullable CSVRecord record(String text) {
        try (CSVParser parser = CSVParser.parse(text, CSVFormat.RFC4180)) {
            return parser.stream().findFirst().orElse(null);
        } catch (IOException | UncheckedIOException | IllegalStateException e) {
            // it is no CSV, or the server was killed while it wrote
            return null;
        }
    }

    /** A quote within quotes is written twice, so that their number tells. */
    private static boolean endsQuoted(String line, boolean beginsQuoted) {
        boolean quoted = beginsQuoted;
        for (int i = 0; i < line.length(); i++) {
            quoted ^= line.charAt(i) == '"';
        }
        return quoted;
    }

    @Override
    public void line(String text, int number) {
        if (record.isEmpty()) {
            begin = number;
        } else {
            record.append('\n');
        }
        record.append(text);
        quoted = endsQuoted(text, quoted);
        if (!quoted) {
            end();
        }
    }

    @Override
    public void end() {
        CSVRecord read = record.isEmpty() ? null : record(record.toString());
        record.setLength(0);
        quoted = false;
        if (read != null && read.size() > MESSAGE && read.get(SEVERITY).equals(LOG)) {
            PostgreSqlMessage.tell(read.get(MESSAGE), begin, entries);
        }
    }
}
