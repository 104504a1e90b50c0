package org.shardingjdbc.cli.internal.advise;

/** Told of the statements of a log, in its order. */
interface LogEntries {
    /** A statement was executed as it stands there. */
    void executed(String sql, int line);

    /** A statement was prepared; its executions follow, with values in the place of its placeholders. */
    void prepared(String sql, int line);

    /** A prepared statement was executed with these values. */
    void executedPrepared(String sql, int line);

    /** A statement was executed whose placeholders are numbers behind dollars, and whose question marks are none. */
    void executedNumbered(String sql, int line);
}
