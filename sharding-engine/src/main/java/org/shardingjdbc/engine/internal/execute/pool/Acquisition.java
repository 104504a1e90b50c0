package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/**
 * Takes connections of several pools for one execution, all of them or none. It never waits for one pool while holding
 * rights of another: when a pool has too few, what was taken is given back, the wait is for that pool, and then the
 * others are tried again. So two executions cannot block each other, whatever they ask for. Stateless.
 */
public final class Acquisition {
    private Acquisition() {}

    /**
     * Takes {@code counts[i]} connections of {@code pools[i]}.
     *
     * @param pools without duplicates
     * @param counts each at least 0 and at most the pool's capacity
     * @param holder whether the caller holds connections already; he is served first
     * @param wait what ends it before its time; null for nothing
     * @return the connections in the order of the pools
     * @throws SQLException when it takes longer than a pool's connection timeout, when a connection cannot be opened,
     *     or the thread is interrupted, or why the wait is over; nothing is held then
     */
    public static PhysicalConnection[] take(ShardPool[] pools, int[] counts, boolean holder, ConnectionWait wait)
            throws SQLException {
        acquire(pools, counts, holder, wait);
        return open(pools, counts, wait);
    }

    /** As {@link #take}, one connection of one pool. */
    public static PhysicalConnection takeOne(ShardPool pool, boolean holder, ConnectionWait wait) throws SQLException {
        if (!pool.tryAcquire(1, holder)) {
            awaitOne(pool, 1, holder, System.nanoTime(), wait);
        }
        return pool.open(wait);
    }

    /** As {@link #take}, but returns null where it would have to wait. */
    public static PhysicalConnection[] takeAtOnce(ShardPool[] pools, int[] counts, boolean holder, ConnectionWait wait)
            throws SQLException {
        return tryAll(pools, counts, holder, -1) < 0 ? open(pools, counts, wait) : null;
    }

    private static void acquire(ShardPool[] pools, int[] counts, boolean holder, ConnectionWait wait)
            throws SQLException {
        long start = System.nanoTime();
        int held = -1;
        while (true) {
            int missing = tryAll(pools, counts, holder, held);
            if (missing < 0) {
                return;
            }
            awaitOne(pools[missing], counts[missing], holder, start, wait);
            held = missing;
        }
    }

    /**
     * Takes the rights of all pools but {@code held}; -1 on success, else the pool that has too few, and all is given
     * back, as it is where this fails.
     */
    private static int tryAll(ShardPool[] pools, int[] counts, boolean holder, int held) {
        int i = 0;
        boolean all = false;
        try {
            while (i < pools.length && (i == held || counts[i] == 0 || pools[i].tryAcquire(counts[i], holder))) {
                i++;
            }
            all = i == pools.length;
        } finally {
            for (int j = 0; !all && j < pools.length; j++) {
                if (counts[j] > 0 && (j < i || j == held)) {
                    pools[j].released(counts[j]);
                }
            }
        }
        return all ? -1 : i;
    }

    private static void awaitOne(ShardPool pool, int count, boolean holder, long start, ConnectionWait wait)
            throws SQLException {
        long timeoutMillis = pool.timeoutMillis();
        boolean acquired;
        try {
            acquired = pool.gate().acquire(count, holder, start + TimeUnit.MILLISECONDS.toNanos(timeoutMillis), wait);
        } catch (InterruptedException e) {
            // It may have got rights just then, and given them back.
            pool.endIfUnused();
            Thread.currentThread().interrupt();
            throw SqlErrors.of(ErrorCode.INTERRUPTED, "waiting for a connection of data source " + pool.name());
        }
        if (!acquired) {
            if (wait != null) {
                pool.checkWait(wait);
            }
            pool.reportNoConnection();
            throw SqlErrors.of(
                    ErrorCode.CONNECTIONS_EXHAUSTED, pool.name(), count, timeoutMillis, pool.capacity(), pool.inUse());
        }
    }

    private static PhysicalConnection[] open(ShardPool[] pools, int[] counts, ConnectionWait wait) throws SQLException {
        int total = 0;
        for (int count : counts) {
            total += count;
        }
        PhysicalConnection[] connections = new PhysicalConnection[total];
        int opened = 0;
        // Connections that are asked for: the one whose opening fails gives its right back by itself.
        int asked = 0;
        try {
            for (int i = 0; i < pools.length; i++) {
                for (int k = 0; k < counts[i]; k++) {
                    asked++;
                    connections[opened] = pools[i].open(wait);
                    opened++;
                }
            }
            return connections;
        } finally {
            if (opened < total) {
                giveBack(pools, counts, connections, opened, asked);
            }
        }
    }

    private static void giveBack(
            ShardPool[] pools, int[] counts, PhysicalConnection[] connections, int opened, int asked) {
        for (int i = 0; i < opened; i++) {
            connections[i].release();
        }
        int position = 0;
        for (int i = 0; i < pools.length; i++) {
            for (int k = 0; k < counts[i]; k++) {
                if (position >= asked) {
                    pools[i].released();
                }
                position++;
            }
        }
    }
}
