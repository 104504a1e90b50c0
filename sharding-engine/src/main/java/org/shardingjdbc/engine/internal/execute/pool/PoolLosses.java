package org.shardingjdbc.engine.internal.execute.pool;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;

/**
 * Says when the database of a pool is lost. Who waits for a connection of HikariCP's then learns soon that there is
 * none to come, unless the configuration says how long he waits. One per pool and watch; safe for all threads.
 */
public final class PoolLosses {
    private static final String AWAY = "08001";
    /** The class of states of databases that have too many connections already, and the like. */
    private static final String RESOURCES = "53";
    /** After which the pool is asked why it has no connection. */
    private static final long ASK_MILLIS = 250;
    /** For how long others who wait are told what one was told. */
    private static final long RECENT_MILLIS = 1_000;

    private final Consumer<SQLException> told;
    /** How long a connection is waited for; 0 while its pool tells. */
    private final long patienceMillis;
    /** When it was lost last, if it ever was, by {@link System#nanoTime()}. */
    private volatile long lostNanos;

    private volatile boolean lost;

    private PoolLosses(Consumer<SQLException> told, long patienceMillis) {
        this.told = told;
        this.patienceMillis = patienceMillis;
    }

    /**
     * Those of a pool.
     *
     * @param own null where the pool is not of HikariCP, or not ours to change
     * @param before those of an earlier watch, or null
     * @param unsetMillis how long connections are waited for where nothing is configured
     */
    static PoolLosses of(
            Consumer<SQLException> told,
            @Nullable HikariDataSource own,
            @Nullable PoolLosses before,
            long unsetMillis) {
        if (before != null) {
            return new PoolLosses(told, before.patienceMillis);
        }
        if (own == null || !own.isRunning() || own.getConnectionTimeout() != unsetMillis) {
            return new PoolLosses(told, 0);
        }
        return new PoolLosses(told, unsetMillis);
    }

    /** How long a connection is waited for, in milliseconds; 0 where the pool tells that. */
    long patienceMillis() {
        return patienceMillis;
    }

    /** Something failed on the database: says so where that means that it is lost. */
    void failed(SQLException error) {
        if (SqlErrors.isLost(error)) {
            lostNanos = System.nanoTime();
            lost = true;
            told.accept(error);
        }
    }

    /** Whether there was no connection as its database lets nobody in. */
    public static boolean isRefused(SQLException error) {
        return SqlErrors.isLost(error) || error instanceof SQLTransientConnectionException && refuses(error);
    }

    /** A connection; waits where others have all of them, not where the database gives none. */
    Connection connection(DataSource pool) throws SQLException {
        if (patienceMillis == 0) {
            return pool.getConnection();
        }
        long start = System.nanoTime();
        while (true) {
            try {
                return soon(pool);
            } catch (SQLTransientConnectionException e) {
                long waited = System.nanoTime() - start;
                if (refuses(e) || waited >= TimeUnit.MILLISECONDS.toNanos(patienceMillis)) {
                    throw e;
                }
                // HikariCP tells only one of those who wait why there is no connection
                if (lost && start - lostNanos < TimeUnit.MILLISECONDS.toNanos(RECENT_MILLIS)) {
                    throw new SQLTransientConnectionException(e.getMessage(), AWAY, e);
                }
            }
        }
    }

    /**
     * Whether the database lets nobody in, whatever its reason; not where it lets no more in, as others may leave. The
     * state is that of the last connection that could not be made, or null where none was tried.
     */
    private static boolean refuses(SQLException error) {
        String state = error.getSQLState();
        return state != null && !state.startsWith(RESOURCES);
    }

    /**
     * Waits no longer than until the pool is asked why. The timeout that is configured is not set to that: HikariCP
     * reads it again every 30 seconds only, and would wait as long as that for a database that is lost meanwhile.
     */
    private static Connection soon(DataSource pool) throws SQLException {
        return pool instanceof HikariDataSource own
                        && own.isRunning()
                        && own.getHikariPoolMXBean() instanceof HikariPool running
                ? running.getConnection(ASK_MILLIS)
                : pool.getConnection();
    }
}
