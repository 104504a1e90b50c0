package org.shardingjdbc.cli.internal.advise;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.advise.LogReader.LogEntries;

/**
 * Reads what PostgreSQL writes to standard error: a prefix as {@code log_line_prefix} has it, a severity, a message.
 * Lines that begin with a tab go on with the message before.
 */
final class PostgreSqlLog implements LogReader {
    private static final String LOG = "LOG:  ";
    private static final List<String> SEVERITIES = List.of(
            LOG,
            "ERROR:  ",
            "FATAL:  ",
            "PANIC:  ",
            "WARNING:  ",
            "NOTICE:  ",
            "INFO:  ",
            "DEBUG:  ",
            "DETAIL:  ",
            "HINT:  ",
            "QUERY:  ",
            "CONTEXT:  ",
            "STATEMENT:  ");

    private final LogEntries entries;
    /** What was read of a message; null behind lines of another severity. */
    private @Nullable StringBuilder message;

    private int begin;

    PostgreSqlLog(LogEntries entries) {
        this.entries = entries;
    }

    /** Whether that is a severity. */
    static boolean isSeverity(String text) {
        return SEVERITIES.contains(text + ":  ");
    }

    /** Whether a line has a severity, not within a comment or a text. */
    static boolean isOfLog(String line) {
        int at = severity(line);
        return at >= 0 && !line.startsWith("--") && line.lastIndexOf('\'', at) < 0;
    }

    /** Where the first severity of a line begins; -1 where there is none. */
    private static int severity(String line) {
        int first = -1;
        for (String each : SEVERITIES) {
            int at = line.indexOf(each);
            if (at >= 0 && (first < 0 || at < first)) {
                first = at;
            }
        }
        return first;
    }

    @Override
    public void line(String text, int number) {
        if (text.startsWith("\t")) {
            if (message != null) {
                message.append('\n').append(text, 1, text.length());
            }
            return;
        }
        end();
        int at = severity(text);
        if (at >= 0 && text.startsWith(LOG, at)) {
            begin = number;
            message = new StringBuilder(text.substring(at + LOG.length()));
        }
    }

    @Override
    public void end() {
        if (message != null) {
            PostgreSqlMessage.tell(message.toString(), begin, entries);
            message = null;
        }
    }
}
