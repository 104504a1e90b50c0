package org.shardingjdbc.rule.datasource;

/**
 * Guards one data source against more than it can answer, and its users against waiting for one that does not answer.
 * Safe for all threads; one for each data source and configuration. Statements of a transaction that has a connection
 * of the data source already do not enter; what becomes of them is told all the same.
 */
public interface DataSourceGuard {
    /**
     * Admits a statement to the data source, or refuses it. May wait for a bounded time.
     *
     * @throws org.shardingjdbc.error.ShardingException when the statement is refused; then {@link #leave} is not called
     */
    void enter();

    /** A statement that was admitted has ended, and its results are closed. */
    void leave();

    /** A statement that was admitted ends without having been executed there. Called by the thread that entered. */
    default void withdraw() {
        leave();
    }

    /**
     * The database has answered a statement, by a result or by an error.
     *
     * @param nanos how long the answer took
     */
    void answered(long nanos);

    /** The database has not answered a statement: there was no connection, the connection was lost, or time ran out. */
    void failed();
}
