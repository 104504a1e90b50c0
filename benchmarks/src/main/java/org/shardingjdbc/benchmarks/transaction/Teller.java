package org.shardingjdbc.benchmarks.transaction;

import java.sql.SQLException;

/** Runs transactions, one after the other. One thread uses it. */
interface Teller extends AutoCloseable {
    /**
     * Moves 1 from an account to another in one transaction.
     *
     * @param from even accounts are in the first data source, odd ones in the second
     * @param to not in a data source before that of {@code from}
     */
    void transfer(long from, long to) throws SQLException;

    @Override
    void close() throws SQLException;
}
