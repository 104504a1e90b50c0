package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.ConnectionWait;

/**
 * Takes connections of several pools for one execution, all of them or none. An acquisition never waits for one pool
 * while it holds rights of another: when a pool has too few, all rights are given back, the acquisition waits for that
 * pool, and then tries the others again. So two executions cannot block each other, whatever they need. Stateless.
 */
public final class Acquisition {
    private Acquisition() {}

    /**
     * Takes {@code counts[i]} connections of {@code pools[i]}, as {@link ShardPool#take} takes one.
     *
     * @param pools without duplicates
     * @param counts each at least 0 and at most the pool's capacity
     * @param holder whether the caller holds connections already; such a caller is served first
     * @param busy {@link ShardPool.WhenBusy#NONE} or {@link ShardPool.WhenBusy#WAIT}
     * @param wait may end the wait before its time; null for nothing
     * @return the connections in the order of the pools; null where too few are free and {@code busy} is
     *     {@link ShardPool.WhenBusy#NONE}
     * @throws SQLException as {@link ShardPool#take}; nothing is held then
     */
    public static PhysicalConnection @Nullable [] take(
            ShardPool[] pools, int[] counts, boolean holder, ShardPool.WhenBusy busy, @Nullable ConnectionWait wait)
            throws SQLException {
        if (busy == ShardPool.WhenBusy.WAIT) {
            acquire(pools, counts, holder, wait);
        } else if (tryAll(pools, counts, holder, -1) >= 0) {
            return null;
        }
        return open(pools, counts, wait);
    }

    private static void acquire(ShardPool[] pools, int[] counts, boolean holder, @Nullable ConnectionWait wait)
            throws SQLException {
        long start = System.nanoTime();
        int held = -1;
        while (true) {
            int missing = tryAll(pools, counts, holder, held);
            if (missing < 0) {
                return;
            }
            pools[missing].await(counts[missing], holder, start, wait);
            held = missing;
        }
    }

    /**
     * Takes the rights of all pools but {@code held}, whose rights the caller has. Returns -1 on success, else the pool
     * that has too few. Without success all rights are given back, those of {@code held} too.
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

    private static PhysicalConnection[] open(ShardPool[] pools, int[] counts, @Nullable ConnectionWait wait)
            throws SQLException {
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
                    pools[i].released(1);
                }
                position++;
            }
        }
    }
}
