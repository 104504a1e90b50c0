package org.shardingjdbc.cli.internal.advise;

import org.shardingjdbc.cli.internal.advise.LogReader.LogEntries;

/**
 * What PostgreSQL says of a statement in a message of severity LOG: by {@code log_statement}, or by
 * {@code log_min_duration_statement}; where the latter tells of parsing and binding too, only executions count.
 * Stateless.
 */
final class PostgreSqlMessage {
    private static final String DURATION = "duration: ";
    private static final String AFTER_DURATION = " ms  ";
    private static final String STATEMENT = "statement: ";
    private static final String EXECUTE = "execute ";
    private static final String FETCH = "execute fetch from ";

    private PostgreSqlMessage() {}

    /** Tells of the statement of a message, if it has one. */
    static void tell(String message, int line, LogEntries entries) {
        String said = message;
        if (said.startsWith(DURATION)) {
            int end = said.indexOf(AFTER_DURATION);
            said = end < 0 ? "" : said.substring(end + AFTER_DURATION.length());
        }
        if (said.startsWith(STATEMENT)) {
            entries.executed(said.substring(STATEMENT.length()).strip(), line);
        } else if (said.startsWith(EXECUTE) && !said.startsWith(FETCH)) {
            // the name that stands before is that of the statement, and of the portal
            int name = said.indexOf(": ");
            if (name >= 0) {
                entries.executedNumbered(said.substring(name + 2).strip(), line);
            }
        }
    }
}
