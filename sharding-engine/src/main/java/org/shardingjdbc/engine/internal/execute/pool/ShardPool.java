package org.shardingjdbc.engine.internal.execute.pool;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Drivers;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.ConnectionWait;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.LingeringConnections;
import org.shardingjdbc.engine.internal.execute.worker.TaskClock;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one data source. Safe for all threads. A pool lives as long as configurations name its data
 * source; after {@link #retire} it closes as soon as nobody uses it.
 */
public final class ShardPool {
    private static final Logger LOG = LoggerFactory.getLogger(ShardPool.class);
    private static final int UNBOUNDED = 1 << 20;
    private static final long TIMEOUT_MILLIS = 30_000;
    private static final long VALIDATION_MILLIS = 5_000;

    /** Unique among the pools that one sharding data source ever has. */
    final int id;

    private final String name;
    private final Dialect dialect;
    private final Drivers drivers;
    private final DataSource connections;
    private final @Nullable HikariDataSource hikari;
    private final boolean owned;
    final boolean lends;
    final ConnectionGate gate;
    private final DriverCounts counts = new DriverCounts();
    private final LongAdder errors = new LongAdder();
    /** The connections that sessions have, in use or lingering, if they have a place among those that may linger. */
    final LingeringConnections lingering;
    /** Lent connections that have no place in {@link #lingering}. */
    final Set<PhysicalConnection> unplaced = ConcurrentHashMap.newKeySet();
    /**
     * The fetch size of statements whose rows the driver loads into memory, unless the application sets one; 0 for the
     * driver's own.
     */
    final int loadingFetchSize;
    /** Whether the driver hands out closed statements again, with all that was set on them. */
    final boolean handsOutClosedStatements;
    /** Null when the check has passed, or there is none. */
    private volatile @Nullable FirstConnectionCheck check;
    /** Learned from the first connection, whether that is of the pool or not. */
    private final FailureHabits habits;
    /** Wraps each connection; null when connections are used as they are. */
    private volatile @Nullable UnaryOperator<Connection> around;
    /** Null where nothing guards the pool. Written with {@link #guarding}, read by any thread. */
    volatile @Nullable DataSourceGuard guard;
    /** Held for a moment by a thread that changes {@link #guard}: rules and switch change by different threads. */
    private final Object guarding = new Object();
    /** Null when nobody wants to know when the database is lost. */
    private volatile @Nullable PoolLosses losses;
    /** Gives the connections as long as the pool is open; through {@link #losses} where these are set. */
    private volatile ConnectionWait.Waiting<Connection> source;

    private final AtomicBoolean closed = new AtomicBoolean();
    /** Whether nobody gets a connection any more, not even besides the pool. */
    private volatile boolean ended;

    private final Retirement retirement = new Retirement();
    volatile boolean retired;

    /**
     * @param id unique among the pools that one sharding data source ever has, from 0 without gaps
     * @param name of the data source
     * @param dialect of its database
     * @param connections gives the connections. How many there are is known of HikariCP only; other data sources are
     *     asked for as many as an execution needs
     * @param owned whether {@code connections} is closed with the pool
     */
    public ShardPool(int id, String name, Dialect dialect, DataSource connections, boolean owned) {
        this(id, name, dialect, connections, owned, null);
    }

    /**
     * @param id unique among the pools that one sharding data source ever has, from 0 without gaps
     * @param owned whether it is closed with the pool
     * @param check passed by the first connection before anybody gets one, and again until it passes; may be null
     */
    public ShardPool(
            int id,
            String name,
            Dialect dialect,
            DataSource connections,
            boolean owned,
            @Nullable FirstConnectionCheck check) {
        this.id = id;
        this.name = name;
        this.dialect = dialect;
        this.drivers = dialect.drivers();
        this.habits = new FailureHabits(dialect);
        this.check = habits.areKnown() ? check : learning(check);
        this.connections = connections;
        this.source = () -> connections.getConnection();
        this.hikari = connections instanceof HikariDataSource pool ? pool : null;
        this.owned = owned;
        this.lends = owned && hikari != null && hikari.getLeakDetectionThreshold() == 0;
        this.loadingFetchSize = drivers.bufferFetchSize(0);
        this.handsOutClosedStatements = drivers.handsOutClosedStatements();
        this.gate = new ConnectionGate(hikari == null ? UNBOUNDED : hikari.getMaximumPoolSize(), this::reclaim);
        this.lingering = new LingeringConnections(lends ? gate.capacity() : 0, gate, this::waitingOutside);
    }

    /** Examines a data source by its first connection. */
    @FunctionalInterface
    public interface FirstConnectionCheck {
        /** @throws SQLException when the data source cannot be used */
        void check(Connection connection) throws SQLException;
    }

    private FirstConnectionCheck learning(@Nullable FirstConnectionCheck then) {
        return connection -> {
            habits.learn(connection);
            if (then != null) {
                then.check(connection);
            }
        };
    }

    /** Whether the driver repeats single statements in cases where a text of several statements would fail. */
    public boolean repeatsStatements() {
        return habits.repeatsStatements();
    }

    /**
     * Whether after a failed statement only a rollback is possible in a transaction: the database has it so, and the
     * driver does not undo the statement.
     */
    public boolean failureAbortsTransaction() {
        if (!habits.areKnown()) {
            try {
                openAside().close();
            } catch (SQLException e) {
                LOG.debug("What data source {} does with failed statements could not be found out", name, e);
            }
        }
        return habits.failureAbortsTransaction();
    }

    /** Unique among the pools that one sharding data source ever has. */
    public int id() {
        return id;
    }

    /** The name of the data source. */
    public String name() {
        return name;
    }

    /** Reads the update counts of the pool's statements. */
    public DriverCounts counts() {
        return counts;
    }

    /** Facts of the pool's database and driver. */
    public Dialect dialect() {
        return dialect;
    }

    /** Facts of the pool's driver. */
    public Drivers drivers() {
        return drivers;
    }

    /**
     * The statement that gives a session variable the value of new connections; null when only a new connection has it.
     */
    @Nullable
    String resetVariable(String name) {
        // A statement that the pool runs on new connections may have set the variable to a value that no RESET knows.
        String init = hikari == null ? null : hikari.getConnectionInitSql();
        boolean plain = hikari != null && init == null
                || init != null
                        && name.startsWith("@")
                        && init.equals(dialect.sessions().connectionInitSql());
        return plain ? dialect.sessions().resetVariable(name) : null;
    }

    /** How many connections the pool has at most. */
    public int capacity() {
        return gate.capacity();
    }

    /** How many connections are in use. */
    public int inUse() {
        return gate.inUse();
    }

    /** The data source that the pool was made with, for {@code unwrap} and monitoring. */
    public DataSource connections() {
        return connections;
    }

    /** The guard of the pool; null where there is none. */
    public @Nullable DataSourceGuard guard() {
        return guard;
    }

    /** The guard that rules give the pool; null for none. */
    public @Nullable DataSourceGuard ruled() {
        return SwitchedGuard.ruled(guard);
    }

    /** Sets the guard that rules give the pool; null for none. Whether the pool is switched off stays as it is. */
    public void ruledBy(@Nullable DataSourceGuard other) {
        synchronized (guarding) {
            guard = SwitchedGuard.ruledBy(guard, other);
        }
    }

    /**
     * Switches the pool off for that reason: no statement begins on it from now on. Null switches it on again; the
     * guard of the rules stays as it is.
     */
    public void switchedOff(@Nullable ErrorCode why) {
        synchronized (guarding) {
            guard = SwitchedGuard.switchedOff(guard, name, why);
        }
    }

    /**
     * A wait for one of the pool's connections ended without any.
     *
     * @throws SQLException why the wait is over, if it is; the guard is told when the time is over
     */
    private void checkWait(ConnectionWait wait) throws SQLException {
        try {
            wait.check();
        } catch (SQLTimeoutException e) {
            reportNoConnection();
            throw e;
        }
    }

    /** Reports to the guard that no connection could be had. */
    private void reportNoConnection() {
        DataSourceGuard told = guard;
        if (told != null) {
            told.unadmitted().failed();
        }
    }

    /** On how many of the pool's connections an execution or a transaction of another deployment is. */
    public int ofOthers(Object deployment) {
        int count = lingering.ofOthers(deployment);
        for (PhysicalConnection connection : unplaced) {
            if (connection.isOfOther(deployment)) {
                count++;
            }
        }
        return count;
    }

    /** How many threads wait in the underlying pool itself; most of them took no right of the gate. */
    int waitingOutside() {
        HikariPoolMXBean pool = hikari == null || closed.get() ? null : hikari.getHikariPoolMXBean();
        return pool == null ? 0 : pool.getThreadsAwaitingConnection();
    }

    /** Whether the database answers on that connection, within the time that the pool gives it. Never throws. */
    boolean answers(Connection connection) {
        long millis = hikari == null ? VALIDATION_MILLIS : hikari.getValidationTimeout();
        try {
            return connection.isValid((int) Math.max(1, TimeUnit.MILLISECONDS.toSeconds(millis)));
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection of data source {} could not be looked at", name, e);
            return false;
        }
    }

    /**
     * Whether connections may linger. All users of the underlying pool must come through this object, so that whoever
     * needs a connection can reclaim a lingering one. A pool that looks for leaks would report a lingering connection
     * as one.
     */
    boolean lends() {
        return lends && !retired;
    }

    /**
     * Sets how long an unused connection may stay with its session from now on.
     *
     * @param nanos 0 for not at all
     * @param clock runs the timer that ends lingering; the same each time
     */
    public void lingering(long nanos, TaskClock clock) {
        lingering.last(nanos, clock);
    }

    /** Takes a lingering connection back into the pool; false when there is none. */
    boolean reclaim() {
        return lingering.reclaim();
    }

    /** As {@link ConnectionGate#tryAcquire}, if need be by reclaiming lingering connections. */
    boolean tryAcquire(int count, boolean holder) {
        while (!gate.tryAcquire(count, holder)) {
            if (!reclaim()) {
                return false;
            }
        }
        return true;
    }

    /** How long an acquisition may wait, in milliseconds. */
    private long timeoutMillis() {
        PoolLosses told = losses;
        if (told != null && told.patienceMillis() > 0) {
            return told.patienceMillis();
        }
        return hikari == null ? TIMEOUT_MILLIS : hikari.getConnectionTimeout();
    }

    /** Whether the underlying data source is closed with the sharding data source. */
    public boolean isOwned() {
        return owned;
    }

    /** From now on reports to {@code told} when the database is lost. */
    public void tellLosses(Consumer<SQLException> told) {
        PoolLosses known = PoolLosses.of(told, owned ? hikari : null, losses, TIMEOUT_MILLIS);
        losses = known;
        source = () -> known.connection(connections);
    }

    /** An execution failed on the pool. Reports a loss where the error means that the database is lost. */
    public void failed(SQLException error) {
        errors.increment();
        PoolLosses told = losses;
        if (told != null) {
            told.failed(error);
        }
    }

    /** How many executions failed on the pool, and how often no connection could be had, together. */
    public long errors() {
        return errors.sum();
    }

    /**
     * Opens a connection, for which the gate has given the right. The right goes to the connection; when this throws,
     * the right is given back.
     *
     * @param wait may end the wait before its time; null for nothing
     */
    PhysicalConnection open(@Nullable ConnectionWait wait) throws SQLException {
        boolean opened = false;
        try {
            Connection connection = closed.get() ? openUnpooled() : openPooled(wait);
            UnaryOperator<Connection> put = around;
            Connection used = put == null ? connection : within(put, connection);
            PhysicalConnection physical = new PhysicalConnection(this, used, connection, true);
            opened = true;
            return physical;
        } catch (SQLException e) {
            boolean ended = wait != null && wait.isEnd(e);
            if (ended ? e instanceof SQLTimeoutException : SqlErrors.isOutage(e)) {
                reportNoConnection();
            }
            if (ended) {
                throw e;
            }
            failed(e);
            throw SqlErrors.onDataSource(e, name);
        } finally {
            if (!opened) {
                released(1);
            }
        }
    }

    /** Wraps each connection from now on; not those that {@link #openAside} gives. */
    public void around(UnaryOperator<Connection> put) {
        around = put;
    }

    /** Wraps a connection; where that fails, the connection is closed. */
    private static Connection within(UnaryOperator<Connection> put, Connection connection) throws SQLException {
        try {
            return put.apply(connection);
        } catch (RuntimeException | Error e) {
            try (connection) {
                throw e;
            }
        }
    }

    /**
     * A connection of the underlying pool. Of an application's own DataSource it is not known what an interrupt does,
     * so this waits as long as the DataSource does.
     */
    private Connection openPooled(@Nullable ConnectionWait wait) throws SQLException {
        try {
            Connection connection = wait == null || hikari == null ? source.await() : wait.interruptibly(source);
            FirstConnectionCheck open = check;
            if (open != null) {
                checked(connection, open);
                check = null;
            }
            return connection;
        } catch (SQLException e) {
            if (hikari != null && owned && hikari.isClosed()) {
                return openUnpooled();
            }
            throw e;
        }
    }

    /** Checks the connection; where it does not pass, it is closed. */
    private static Connection checked(Connection connection, FirstConnectionCheck open) throws SQLException {
        try {
            open.check(connection);
            return connection;
        } catch (SQLException | RuntimeException | Error e) {
            try (connection) {
                throw e;
            }
        }
    }

    /** What to do when all connections of a pool are in use. */
    public enum WhenBusy {
        /** Take none. */
        NONE,
        /** Wait until somebody gives a connection back. */
        WAIT,
        /**
         * Open a connection besides the pool, and close it after use. For a session that holds others already and must
         * not wait for sessions that may wait for those.
         */
        BESIDES
    }

    /**
     * Takes a free connection, if need be one that lingers with another session.
     *
     * @param holder whether the caller holds connections already; such a caller is served first
     * @param wait may end the wait before its time, also a wait in the underlying pool; null for nothing
     * @return null where all are in use and {@code busy} is {@link WhenBusy#NONE}
     * @throws SQLException when it takes longer than the pool's connection timeout, when the connection cannot be
     *     opened, when the thread is interrupted, or why the wait is over; nothing is taken then
     */
    public @Nullable PhysicalConnection take(boolean holder, WhenBusy busy, @Nullable ConnectionWait wait)
            throws SQLException {
        if (!tryAcquire(1, holder)) {
            if (busy == WhenBusy.NONE) {
                return null;
            }
            if (busy == WhenBusy.BESIDES) {
                return openBesides();
            }
            await(1, holder, System.nanoTime(), wait);
        }
        return open(wait);
    }

    /**
     * Waits for rights to use connections.
     *
     * @param start when the wait began, by {@link System#nanoTime()}
     * @throws SQLException as {@link #take}; nothing is taken then
     */
    void await(int count, boolean holder, long start, @Nullable ConnectionWait wait) throws SQLException {
        long timeoutMillis = timeoutMillis();
        boolean acquired;
        try {
            acquired = gate.acquire(count, holder, start + TimeUnit.MILLISECONDS.toNanos(timeoutMillis), wait);
        } catch (InterruptedException e) {
            // The thread may have got rights just then, and given them back.
            endIfUnused();
            Thread.currentThread().interrupt();
            throw SqlErrors.of(ErrorCode.INTERRUPTED, "waiting for a connection of data source " + name);
        }
        if (!acquired) {
            if (wait != null) {
                checkWait(wait);
            }
            reportNoConnection();
            throw SqlErrors.of(ErrorCode.CONNECTIONS_EXHAUSTED, name, count, timeoutMillis, capacity(), inUse());
        }
    }

    private PhysicalConnection openBesides() throws SQLException {
        try {
            Connection connection = openUnpooled();
            UnaryOperator<Connection> put = around;
            Connection used = put == null ? connection : within(put, connection);
            return new PhysicalConnection(this, used, connection, false);
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, name);
        }
    }

    /**
     * Opens a connection for reading metadata, for a short time: one of the pool if one is free now, else an unpooled
     * one.
     */
    public Connection openAside() throws SQLException {
        try {
            if (retired || closed.get() || !tryAcquire(1, false)) {
                return openUnpooled();
            }
            try {
                return openPooled(null);
            } finally {
                // Whoever gets the right now may wait in the pool for this connection, whose user waits for nobody.
                released(1);
            }
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, name);
        }
    }

    /** Opens a connection for a caller that keeps it for long; never one of the pool. */
    public Connection openKept() throws SQLException {
        try {
            return openUnpooled();
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, name);
        }
    }

    /**
     * Opens an unpooled connection. Also serves the rare statement that was planned before a reconfiguration and starts
     * after its pool was closed.
     */
    private Connection openUnpooled() throws SQLException {
        if (ended) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
        Connection connection = hikari == null ? connections.getConnection() : UnpooledConnections.open(hikari);
        // It does not have the pool's settings, so the check is not for it; but its driver's habits are the same.
        return habits.areKnown() ? connection : checked(connection, habits::learn);
    }

    /** Removes a connection from the pool for good; its user still closes it. */
    void evict(Connection connection) {
        if (hikari != null) {
            hikari.evictConnection(connection);
            return;
        }
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.debug("A connection of data source {} could not be aborted", name, e);
        }
    }

    /** Takes back rights, of released connections or unused ones. */
    void released(int count) {
        gate.release(count);
        if (retired) {
            endIfUnused();
        }
    }

    /** Closes a retired pool when no right is out any more. */
    private void endIfUnused() {
        if (retired && gate.inUse() == 0) {
            retirement.close(owned ? hikari : null, this::shut);
        }
    }

    /** No configuration names the data source any more: closes now, or when the last connection comes back. */
    public void retire() {
        retired = true;
        while (reclaim()) {
            // One after the other.
        }
        endIfUnused();
    }

    /** Whether the pool's connections are closed. */
    public boolean isClosed() {
        return closed.get();
    }

    /**
     * Closes all connections, also those in use, and gives none any more. An application's own DataSource is not
     * closed.
     */
    public void close() {
        ended = true;
        shut();
    }

    private void shut() {
        if (closed.compareAndSet(false, true) && owned && hikari != null) {
            while (reclaim()) {
                // One after the other.
            }
            hikari.close();
        }
    }
}
