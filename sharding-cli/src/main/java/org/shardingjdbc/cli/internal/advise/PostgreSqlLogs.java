package org.shardingjdbc.cli.internal.advise;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.advise.LogReader.LogEntries;

/** Reads a log of PostgreSQL in the form that its first line has: as text, as CSV or as JSON. */
final class PostgreSqlLogs implements LogReader {
    private final LogEntries entries;
    /** Null until there was a line that is not blank. */
    private @Nullable LogReader reader;

    PostgreSqlLogs(LogEntries entries) {
        this.entries = entries;
    }

    /** Whether a line is the first one of such a log. */
    static boolean isOfLog(String line) {
        return PostgreSqlLog.isOfLog(line) || PostgreSqlCsvLog.isOfLog(line) || PostgreSqlJsonLog.isOfLog(line);
    }

    @Override
    public void line(String text, int number) {
        if (reader == null && !text.isBlank()) {
            reader = reader(text);
        }
        if (reader != null) {
            reader.line(text, number);
        }
    }

    private LogReader reader(String first) {
        if (PostgreSqlJsonLog.isOfLog(first)) {
            return new PostgreSqlJsonLog(entries);
        }
        return PostgreSqlCsvLog.isOfLog(first) ? new PostgreSqlCsvLog(entries) : new PostgreSqlLog(entries);
    }

    @Override
    public void end() {
        if (reader != null) {
            reader.end();
        }
    }
}
