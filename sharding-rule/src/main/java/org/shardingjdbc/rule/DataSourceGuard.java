package org.shardingjdbc.rule;

/**
 * Guards one data source against more than it can answer, and its users against waiting for one that does not answer.
 * Safe for all threads; one for each data source and configuration. Statements of a transaction that has a connection
 * of the data source already do not enter; what becomes of them is told all the same.
 */
public interface DataSourceGuard {
    /**
     * A statement wants to run there; may wait for a bounded time.
     *
     * @throws org.shardingjdbc.error.ShardingException when it must not; then nothing was entered
     */
    void enter();

    /** A statement that has entered is done there, and its results are closed. */
    void leave();

    /** A statement that has entered leaves without having been executed there; by the thread that entered. */
    default void withdraw() {
        leave();
    }

    /** A statement was executed there, whether it was refused or not: the data source has answered. */
    void answered(long nanos);

    /** No connection could be had, or the one that was used is lost, or the time was over. */
    void failed();
}
