package org.shardingjdbc.rule.datasource;

/**
 * Protects one data source from more than it can answer, and its users from waiting for one that does not answer, as a
 * circuit breaker or a limit of concurrent statements does. There is one for each data source and configuration; it is
 * safe for all threads.
 *
 * <p>A statement that is going to use the data source enters, and reports to the {@link Admission} that it got. A
 * statement of a transaction or session that uses a connection of the data source already does not enter; it reports to
 * {@link #unadmitted}. So each report belongs to one admission, and a guard can tell the statement that it let try from
 * others whose answers come late.
 *
 * <pre>
 *                  refused: ShardingException, no admission
 *                 /
 *   enter -------<              withdraw                          nothing was executed
 *                 \            /
 *                  Admission -<
 *                              \
 *                               [answered | failed] ...  leave    executed on one connection or on several
 *
 *   unadmitted --- OutcomeListener --- [answered | failed] ...    executed without entering
 * </pre>
 *
 * <p>Each admission ends by exactly one call of {@code withdraw} or {@code leave}. A statement that was stopped reports
 * nothing. A report may come after {@code leave}: a thread may still be inside the driver after the connection was
 * taken from it.
 */
public interface DataSourceGuard {
    /**
     * Admits a statement to the data source, or refuses it. May wait for a bounded time.
     *
     * @return for this statement; a guard that does not tell its statements apart may return the same object each time,
     *     so that nothing is allocated
     * @throws org.shardingjdbc.error.ShardingException when the statement is refused
     */
    Admission enter();

    /**
     * Receives what becomes of a statement that runs there without entering, or of an attempt to get a connection.
     * Asked before the statement is executed. Does not wait.
     */
    OutcomeListener unadmitted();

    /** Is notified of what becomes of a statement. Safe for all threads; does not wait. */
    interface OutcomeListener {
        /** Ignores everything. */
        OutcomeListener NONE = new OutcomeListener() {
            @Override
            public void answered(long nanos) {
                // Nobody wants to know.
            }

            @Override
            public void failed() {
                // Nobody wants to know.
            }
        };

        /**
         * The database has answered, by a result or by an error.
         *
         * @param nanos how long the answer took
         */
        void answered(long nanos);

        /** The database has not answered: no connection could be had, it was lost, or the time ran out. */
        void failed();
    }

    /** One statement that was admitted. Its end is reported once, by any thread. */
    interface Admission extends OutcomeListener {
        /** The statement has ended, and its results are closed. */
        void leave();

        /** The statement ends without having been executed. */
        default void withdraw() {
            leave();
        }
    }
}
