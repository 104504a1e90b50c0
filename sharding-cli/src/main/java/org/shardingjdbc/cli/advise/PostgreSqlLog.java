package org.shardingjdbc.cli.advise;

import java.util.List;

/**
 * Reads what PostgreSQL writes to standard error: a prefix as {@code log_line_prefix} has it, a severity, a message.
 * Lines that begin with a tab go on with the message before. The statements are those of {@code log_statement} and of
 * {@code log_min_duration_statement}; where the latter tells of parsing and binding too, only executions count.
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
    /** What was read of a statement; null behind all other lines. */
    private StringBuilder statement;

    private boolean numbered;
    private int begin;

    PostgreSqlLog(LogEntries entries) {
        this.entries = entries;
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
            if (statement != null) {
                statement.append('\n').append(text, 1, text.length());
            }
            return;
        }
        end();
        int at = severity(text);
        if (at >= 0 && text.startsWith(LOG, at)) {
            begin = number;
            message(text.substring(at + LOG.length()));
        }
    }

    private void message(String message) {
        String said = message;
        if (said.startsWith("duration: ")) {
            int end = said.indexOf(" ms  ");
            said = end < 0 ? "" : said.substring(end + " ms  ".length());
        }
        if (said.startsWith("statement: ")) {
            numbered = false;
            statement = new StringBuilder(said.substring("statement: ".length()));
        } else if (said.startsWith("execute ") && !said.startsWith("execute fetch from ")) {
            // the name that stands before is that of the statement, and of the portal
            int name = said.indexOf(": ");
            numbered = true;
            statement = name < 0 ? null : new StringBuilder(said.substring(name + 2));
        }
    }

    @Override
    public void end() {
        if (statement == null) {
            return;
        }
        String sql = statement.toString().strip();
        statement = null;
        if (numbered) {
            entries.executedNumbered(sql, begin);
        } else {
            entries.executed(sql, begin);
        }
    }
}
