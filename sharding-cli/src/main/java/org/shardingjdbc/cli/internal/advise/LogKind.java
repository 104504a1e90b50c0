package org.shardingjdbc.cli.internal.advise;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.cli.internal.advise.LogReader.LogEntries;

/** A form in which a database writes down what it executes. */
public enum LogKind {
    /** The general log of MySQL and of MariaDB. */
    MYSQL(
            MySqlLog::new,
            "Query, Prepare or Execute of a general log. The slow log is not read; SET GLOBAL general_log = 1 begins the"
                    + " other one"),
    /** What PostgreSQL writes to standard error, or a file in its place, as text, CSV or JSON. */
    POSTGRESQL(
            PostgreSqlLogs::new,
            "LOG:  statement: or LOG:  execute, nor such a record of CSV or JSON. It needs log_statement = 'all' (or"
                    + " log_min_duration_statement = 0), lc_messages = 'C', and log_destination = 'stderr', 'csvlog'"
                    + " or 'jsonlog'");

    private final Function<LogEntries, LogReader> reader;
    private final String expected;

    LogKind(Function<LogEntries, LogReader> reader, String expected) {
        this.reader = reader;
        this.expected = expected;
    }

    LogReader reader(LogEntries entries) {
        return reader.apply(entries);
    }

    /** What the lines of a statement begin with, and what makes a server write them. */
    String expected() {
        return expected;
    }

    /**
     * What kind of log begins so.
     *
     * @return null when it is none
     */
    static @Nullable LogKind of(List<String> firstLines) {
        List<String> written =
                firstLines.stream().filter(line -> !line.isBlank()).toList();
        if (written.stream().anyMatch(MySqlLog::isOfLog)) {
            return MYSQL;
        }
        return !written.isEmpty() && PostgreSqlLogs.isOfLog(written.get(0)) ? POSTGRESQL : null;
    }
}
