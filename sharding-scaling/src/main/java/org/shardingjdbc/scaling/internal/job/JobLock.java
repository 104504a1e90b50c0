package org.shardingjdbc.scaling.internal.job;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Asking;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.scaling.internal.database.ScalingDatabase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says that a job runs here and nowhere else: a session of its first database has a lock of its name. The database ends
 * a session of which it hears nothing for a minute, so that the lock of a machine that is gone goes with it. Safe for
 * all threads.
 */
public final class JobLock implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(JobLock.class);
    private static final long PATIENCE_MILLIS = 5_000;
    private static final long PAUSE_MILLIS = 100;
    private static final long SIGN_OF_LIFE_MILLIS = 10_000;

    private final ScalingDatabase kind;
    private final JobStore.Connections connections;
    private final String job;
    private @Nullable Connection holding;
    private @Nullable Thread alive;

    public JobLock(ScalingDatabase kind, JobStore.Connections connections, String job) {
        this.kind = kind;
        this.connections = connections;
        this.job = job;
    }

    /**
     * Takes it, unless it is held already; waits for a moment, as a server needs one to see that a session is gone.
     *
     * @throws SQLException when somebody else has it
     */
    public synchronized void take() throws SQLException {
        if (holding != null && lives(holding)) {
            return;
        }
        close();
        Connection connection = connections.open();
        boolean taken = false;
        try {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS);
            taken = kind.lock(connection, job);
            while (!taken && System.nanoTime() - end < 0) {
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                taken = kind.lock(connection, job);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw SqlErrors.from(ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "scaling"));
        } finally {
            if (!taken) {
                connection.close();
            }
        }
        if (!taken) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "job " + job + " runs already, in another process or elsewhere in this one; end it there first");
        }
        holding = connection;
        Thread thread = new Thread(() -> stayAlive(connection), "sharding-jdbc-scaling-lock");
        thread.setDaemon(true);
        alive = thread;
        thread.start();
    }

    private static boolean lives(Connection connection) {
        try {
            Asking.rows(connection, "SELECT 1");
            return true;
        } catch (SQLException gone) {
            return false;
        }
    }

    private void stayAlive(Connection connection) {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(SIGN_OF_LIFE_MILLIS);
                synchronized (this) {
                    if (holding != connection || !lives(connection)) {
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            // released
            Thread.currentThread().interrupt();
        }
    }

    /** Releases it; nothing where it is not held. */
    @Override
    public synchronized void close() {
        Connection connection = holding;
        Thread thread = alive;
        holding = null;
        alive = null;
        if (thread != null) {
            thread.interrupt();
        }
        if (connection != null) {
            try {
                connection.close();
            } catch (SQLException e) {
                LOG.debug("The session that held job {} was gone", job, e);
            }
        }
    }
}
