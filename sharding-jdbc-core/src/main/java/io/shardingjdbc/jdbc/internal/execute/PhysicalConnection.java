package io.shardingjdbc.jdbc.internal.execute;

import java.sql.Connection;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a pool, in the hands of one session. Not thread-safe; one thread at a time uses it.
 */
public final class PhysicalConnection {
    private static final Logger LOG = LoggerFactory.getLogger(PhysicalConnection.class);

    private final ShardPool pool;
    private final Connection jdbc;
    private boolean kept;
    private boolean unfit;
    private boolean released;
    private int users;

    PhysicalConnection(ShardPool pool, Connection jdbc) {
        this.pool = pool;
        this.jdbc = jdbc;
    }

    /** The pool's connection; not to be closed. */
    public Connection jdbc() {
        return jdbc;
    }

    public ShardPool pool() {
        return pool;
    }

    public String dataSourceName() {
        return pool.name();
    }

    /**
     * Whether the session keeps it after the execution, so that a statement on it may be kept for the next one until {@link
     * #isReleased()}.
     */
    public boolean isKept() {
        return kept;
    }

    /** The session keeps it, or does so no more. */
    public void keep(boolean keep) {
        kept = keep;
    }

    /** Whether it is back in the pool; statements on it are closed then. */
    public boolean isReleased() {
        return released;
    }

    /** An execution with open results uses it. */
    public void use() {
        users++;
    }

    /** An execution is done with it. */
    public void unuse() {
        users--;
    }

    /** Whether an execution with open results uses it. */
    public boolean inUse() {
        return users > 0;
    }

    /** It must not be used by another session: it is closed instead of going back to the pool. */
    public void unfit() {
        unfit = true;
    }

    /**
     * Gives it back to the pool, which rolls back what is open on it and resets what the session set through JDBC. Never throws; doing it
     * twice changes nothing.
     */
    public void release() {
        if (released) {
            return;
        }
        released = true;
        kept = false;
        try {
            if (unfit) {
                pool.evict(jdbc);
            }
            jdbc.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection of data source {} could not be closed well", pool.name(), e);
        } finally {
            pool.released();
        }
    }
}
