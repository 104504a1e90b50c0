package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import java.sql.Statement;

/**
 * Update counts as the driver of a data source tells them: in full where it can count so far. A driver that cannot says
 * so by an exception, which costs more than the count; so it is asked once only. Safe for all threads; one per
 * {@link ShardPool}.
 */
public final class DriverCounts {
    private volatile boolean large = true;

    /** The count of what a statement executed last; -1 when there is none. */
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
