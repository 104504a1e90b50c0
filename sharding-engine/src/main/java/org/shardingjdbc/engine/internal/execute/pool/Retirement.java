package org.shardingjdbc.engine.internal.execute.pool;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Closes a pool that no configuration names any more. A thread that reads metadata may have a connection that the gate
 * does not count, and HikariCP would abort that. One per pool; safe for all threads.
 */
final class Retirement {
    /** How long a retired pool stays open for threads that read metadata. */
    private static final long STAYS_NANOS = TimeUnit.MINUTES.toNanos(1);

    private static final long LOOK_MILLIS = 10;

    private final AtomicBoolean waits = new AtomicBoolean();

    /**
     * Closes a pool when its connections have come back.
     *
     * @param pool null for one that is not ours to wait for
     * @param close closes the pool; does nothing the second time
     */
    void close(@Nullable HikariDataSource pool, Runnable close) {
        HikariPoolMXBean running = pool == null ? null : pool.getHikariPoolMXBean();
        if (pool == null || running == null || running.getActiveConnections() == 0) {
            close.run();
        } else if (waits.compareAndSet(false, true)) {
            Thread waiting =
                    new Thread(() -> closeLater(pool, running, close), "sharding-jdbc-retires-" + pool.getPoolName());
            waiting.setDaemon(true);
            waiting.start();
        }
    }

    private static void closeLater(HikariDataSource pool, HikariPoolMXBean running, Runnable close) {
        long end = System.nanoTime() + STAYS_NANOS;
        try {
            while (running.getActiveConnections() > 0 && System.nanoTime() - end < 0 && !pool.isClosed()) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            close.run();
        }
    }
}
