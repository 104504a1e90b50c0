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
 * Reports when the database of a pool is lost. A thread that waits for a connection of HikariCP then learns soon that
 * none will come, unless the configuration says how long to wait. One per pool and watch; safe for all threads.
 */
public final class PoolLosses {
    private static final String AWAY = "08001";
    /** The class of SQLStates of databases that have too many connections already, or lack other resources. */
    private static final String RESOURCES = "53";
    /** After that time the pool is asked why it has no connection. */
    private static final long ASK_MILLIS = 250;
    /** For how long a loss that one thread noticed is told to other waiting threads. */
    private static final long RECENT_MILLIS = 1_000;

    private final Consumer<SQLException> told;
    /** How long to wait for a connection, in milliseconds; 0 where the pool decides. */
    private final long patienceMillis;
    /** When the database was lost last, if ever, by {@link System#nanoTime()}. */
    private volatile long lostNanos;

    private volatile boolean lost;

    private PoolLosses(Consumer<SQLException> told, long patienceMillis) {
        this.told = told;
        this.patienceMillis = patienceMillis;
    }

    /**
     * Makes the losses of a pool.
     *
     * @param own null where the pool is not of HikariCP, or not ours to change
     * @param before the losses of an earlier watch, or null
     * @param unsetMillis how long to wait for a connection where nothing is configured
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

    /** How long to wait for a connection, in milliseconds; 0 where the pool decides. */
    long patienceMillis() {
        return patienceMillis;
    }

    /** An execution failed on the database. Reports a loss where the error means that the database is lost. */
    void failed(SQLException error) {
        if (SqlErrors.isLost(error)) {
            lostNanos = System.nanoTime();
            lost = true;
            told.accept(error);
        }
    }

    /** Whether there was no connection because the database lets nobody in. */
    public static boolean isRefused(SQLException error) {
        return SqlErrors.isLost(error) || error instanceof SQLTransientConnectionException && refuses(error);
    }

    /** Gets a connection. Waits while all are in use, but not when the database gives none. */
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
                // HikariCP tells only one of the waiting threads why there is no connection
                if (lost && start - lostNanos < TimeUnit.MILLISECONDS.toNanos(RECENT_MILLIS)) {
                    throw new SQLTransientConnectionException(e.getMessage(), AWAY, e);
                }
            }
        }
    }

    /**
     * Whether the database lets nobody in, for whatever reason. Not where it has too many connections, as others may
     * leave. The SQLState is that of the last connection that could not be made, or null where none was tried.
     */
    private static boolean refuses(SQLException error) {
        String state = error.getSQLState();
        return state != null && !state.startsWith(RESOURCES);
    }

    /**
     * Waits for a connection no longer than {@link #ASK_MILLIS}. The pool's own timeout is not set to that: HikariCP
     * reads it again every 30 seconds only, and would wait that long for a database that is lost meanwhile.
     */
    private static Connection soon(DataSource pool) throws SQLException {
        return pool instanceof HikariDataSource own
                        && own.isRunning()
                        && own.getHikariPoolMXBean() instanceof HikariPool running
                ? running.getConnection(ASK_MILLIS)
                : pool.getConnection();
    }
}
