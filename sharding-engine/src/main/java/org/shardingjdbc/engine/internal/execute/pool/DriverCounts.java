package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import java.sql.Statement;

/**
 * Reads the update counts of a data source's driver, as long values where the driver can return them. A driver that
 * cannot throws an exception, which costs more than the count; so it is tried only once. Safe for all threads; one per
 * {@link ShardPool}.
 */
public final class DriverCounts {
    private volatile boolean large = true;

    /** The update count of the last execution of the statement; -1 when there is none. */
    public long updateCount(Statement statement) throws SQLException {
        if (large) {
            try {
                return statement.getLargeUpdateCount();
            } catch (UnsupportedOperationException e) {
                large = false;
            }
        }
        return statement.getUpdateCount();
    }

    /** Executes a statement's batch. */
    public long[] executeBatch(Statement statement) throws SQLException {
        if (large) {
            try {
                return statement.executeLargeBatch();
            } catch (UnsupportedOperationException e) {
                large = false;
            }
        }
        int[] small = statement.executeBatch();
        long[] counts = new long[small.length];
        for (int i = 0; i < small.length; i++) {
            counts[i] = small[i];
        }
        return counts;
    }
}
