package org.shardingjdbc.cli.internal.advise;

/** Reads a log line by line and tells {@link LogEntries} of its statements. One per file; not thread-safe. */
interface LogReader {
    /**
     * The next line.
     *
     * @param number from 1
     */
    void line(String text, int number);

    /** There are no more lines. */
    void end();

    /** Told of the statements of a log, in its order. */
    interface LogEntries {
        /** A statement was executed as it stands there. */
        void executed(String sql, int line);

        /** A statement was prepared; its executions follow, with values in the place of its placeholders. */
        void prepared(String sql, int line);

        /** A prepared statement was executed with these values. */
        void executedPrepared(String sql, int line);

        /**
         * A statement was executed whose placeholders are numbers behind dollars, and whose question marks are none.
         */
        void executedNumbered(String sql, int line);
    }
}
