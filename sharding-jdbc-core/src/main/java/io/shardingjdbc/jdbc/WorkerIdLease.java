package io.shardingjdbc.jdbc;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.error.ShardingException;
import io.shardingjdbc.jdbc.internal.execute.ShardPool;
import io.shardingjdbc.route.algorithm.WorkerIds;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.BitSet;
import java.util.UUID;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker id that no other process has, by a lease in a table of the first data source. The table is made when the first key is asked for
 * that needs a worker id; whoever configures the property {@code worker-id} never gets it.
 *
 * <p>A lease ends {@value #LEASE_SECONDS} seconds after its last renewal, by the clock of the database. This process trusts it for less, by
 * a clock that cannot be set, so that it stops before another one may begin. A lost lease is replaced by a new one at the next key. Safe for
 * all threads; one per sharding data source.
 */
final class WorkerIdLease implements WorkerIds, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerIdLease.class);
    private static final String TABLE = "sharding_jdbc_worker_id";
    private static final int IDS = 1024;
    private static final int ATTEMPTS = 20;
    private static final long LEASE_SECONDS = 120;
    private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(90);
    private static final long RENEWAL_SECONDS = 30;

    /** An id and until when it is ours. */
    private record Lease(int id, long untilNanos) {
        boolean isValid() {
            return untilNanos - System.nanoTime() > 0;
        }
    }

    private final String holder = ManagementFactory.getRuntimeMXBean().getName() + "/" + UUID.randomUUID();
    private volatile ShardPool pool;
    private volatile Lease lease;
    private ScheduledExecutorService renewals;
    private boolean closed;

    /** Leases are kept in that data source from now on. */
    void use(ShardPool dataSource) {
        pool = dataSource;
    }

    @Override
    public int current() {
        Lease held = lease;
        return held != null && held.isValid() ? held.id() : acquire();
    }

    private synchronized int acquire() {
        Lease held = lease;
        if (held != null && held.isValid()) {
            return held.id();
        }
        if (closed) {
            throw new ShardingException(ErrorCode.KEY_WORKER_ID_UNAVAILABLE, "the data source is closed");
        }
        try (Connection connection = pool.openAside()) {
            long start = System.nanoTime();
            int id = take(connection);
            lease = new Lease(id, start + TRUSTED_NANOS);
            startRenewals();
            return id;
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.KEY_WORKER_ID_UNAVAILABLE, e.getMessage());
        }
    }

    private int take(Connection connection) throws SQLException {
        makeTable(connection);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int id = free(connection);
            if (id >= 0 && (insert(connection, id) || update(connection, id, "expires_at < ?", now(connection)))) {
                return id;
            }
        }
        throw new ShardingException(
                ErrorCode.KEY_WORKER_ID_UNAVAILABLE,
                "all " + IDS + " are taken in table " + TABLE + " of data source " + pool.name());
    }

    private static void makeTable(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeQuery("SELECT COUNT(*) FROM " + TABLE + " WHERE worker_id < 0").close();
        } catch (SQLException e) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (worker_id INT NOT NULL PRIMARY KEY,"
                        + " holder VARCHAR(200) NOT NULL, expires_at BIGINT NOT NULL)");
            }
        }
    }

    /** Seconds by the database's clock. */
    private long now(Connection connection) throws SQLException {
        boolean mySql = pool.dialect().sql().mySqlFamily();
        String sql = mySql ? "SELECT UNIX_TIMESTAMP()" : "SELECT EXTRACT(EPOCH FROM CURRENT_TIMESTAMP)";
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            BigDecimal seconds = rows.getBigDecimal(1);
            return seconds.longValue();
        }
    }

    /** Any id that nobody has now, or -1. */
    private int free(Connection connection) throws SQLException {
        BitSet taken = new BitSet(IDS);
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT worker_id FROM " + TABLE + " WHERE expires_at >= ?")) {
            statement.setLong(1, now(connection));
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    taken.set(rows.getInt(1));
                }
            }
        }
        if (taken.cardinality() >= IDS) {
            return -1;
        }
        int from = taken.nextClearBit(ThreadLocalRandom.current().nextInt(IDS));
        return from < IDS ? from : taken.nextClearBit(0);
    }

    private boolean insert(Connection connection, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "INSERT INTO " + TABLE + " (worker_id, holder, expires_at) VALUES (?, ?, ?)")) {
            statement.setInt(1, id);
            statement.setString(2, holder);
            statement.setLong(3, now(connection) + LEASE_SECONDS);
            return statement.executeUpdate() == 1;
        } catch (SQLException e) {
            String state = e.getSQLState();
            if (state != null && state.startsWith("23")) {
                return false;
            }
            throw e;
        }
    }

    private boolean update(Connection connection, int id, String condition, Object value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE " + TABLE + " SET holder = ?, expires_at = ? WHERE worker_id = ? AND " + condition)) {
            statement.setString(1, holder);
            statement.setLong(2, now(connection) + LEASE_SECONDS);
            statement.setInt(3, id);
            statement.setObject(4, value);
            return statement.executeUpdate() == 1;
        }
    }

    private void startRenewals() {
        if (renewals == null) {
            renewals = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "sharding-worker-id");
                thread.setDaemon(true);
                return thread;
            });
            renewals.scheduleWithFixedDelay(this::renew, RENEWAL_SECONDS, RENEWAL_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** A failure changes nothing: the lease is trusted until its time is over, and the next renewal tries again. */
    private synchronized void renew() {
        Lease held = lease;
        if (closed || held == null || !held.isValid()) {
            return;
        }
        try (Connection connection = pool.openAside()) {
            long start = System.nanoTime();
            lease = update(connection, held.id(), "holder = ?", holder)
                    ? new Lease(held.id(), start + TRUSTED_NANOS)
                    : null;
        } catch (SQLException e) {
            LOG.warn("The worker id {} could not be renewed", held.id(), e);
        }
    }

    /** Gives the id back. */
    @Override
    public synchronized void close() {
        closed = true;
        if (renewals != null) {
            renewals.shutdownNow();
        }
        Lease held = lease;
        lease = null;
        if (held == null || !held.isValid()) {
            return;
        }
        try (Connection connection = pool.openAside();
                PreparedStatement statement =
                        connection.prepareStatement("DELETE FROM " + TABLE + " WHERE worker_id = ? AND holder = ?")) {
            statement.setInt(1, held.id());
            statement.setString(2, holder);
            statement.executeUpdate();
        } catch (SQLException e) {
            // It ends by itself.
            LOG.debug("The worker id {} could not be given back", held.id(), e);
        }
    }
}
