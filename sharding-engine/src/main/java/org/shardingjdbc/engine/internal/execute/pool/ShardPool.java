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
import org.shardingjdbc.engine.internal.execute.worker.TaskClock;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connections of one data source. Safe for all threads. It lives as long as configurations name its data source;
 * after {@link #retire} it closes as soon as nobody uses it.
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
    /** The connections that are with sessions, in use or lingering, as far as they may linger. */
    final LingeringConnections lingering;
    /** Lent connections that have no place among those that may linger. */
    final Set<PhysicalConnection> unplaced = ConcurrentHashMap.newKeySet();
    /**
     * The fetch size of statements whose rows its driver loads, unless the application says one; 0 for the driver's.
     */
    final int loadingFetchSize;
    /** Whether its driver hands closed statements out again, with what was set on them. */
    final boolean handsOutClosedStatements;
    /** Null when there is nothing more to check. */
    private volatile @Nullable FirstConnectionCheck check;
    /** Learned from the first connection, whether it is of the pool or not. */
    private final FailureHabits habits;
    /** Null when its connections are used as they are. */
    private volatile @Nullable UnaryOperator<Connection> around;
    /** Null where nothing guards it. Written with {@link #guarding}, read by any thread. */
    volatile @Nullable DataSourceGuard guard;
    /** Held for a moment by who changes {@link #guard}: its rules and its switch are said by different threads. */
    private final Object guarding = new Object();
    /** Null when nobody wants to know when its database is lost. */
    private volatile @Nullable PoolLosses losses;
    /** What gives the connections, as long as the pool is open; the losses do where somebody wants to know of them. */
    private volatile ConnectionWait.Waiting<Connection> source;

    private final AtomicBoolean closed = new AtomicBoolean();
    /** Whether nobody is to have a connection any more, not even besides the pool. */
    private volatile boolean ended;

    private final Retirement retirement = new Retirement();
    volatile boolean retired;

    /**
     * @param id unique among the pools that one sharding data source ever has, from 0 without gaps
     * @param name of the data source
     * @param dialect of its database
     * @param connections where they come from; how many there are is known of HikariCP only, others are asked for as
     *     many as an execution needs
     * @param owned whether it is closed with the pool
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

    /** What is found out of a data source by its first connection. */
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

    /** Whether its driver executes single statements again that a text of several would let fail. */
    public boolean repeatsStatements() {
        return habits.repeatsStatements();
    }

    /**
     * Whether a failed statement leaves a transaction in which nothing but a rollback is possible: the database has it
     * so, and the driver does not undo the statement.
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

    /** Reads the update counts of its statements. */
    public DriverCounts counts() {
        return counts;
    }

    /** What its database and driver do. */
    public Dialect dialect() {
        return dialect;
    }

    /** What its driver does. */
    public Drivers drivers() {
        return drivers;
    }

    /** How a session variable gets the value back that new connections have; null when only a new connection has it. */
    @Nullable
    String resetVariable(String name) {
        // A statement that the pool runs on new connections may have set that variable, to what no RESET knows.
        String init = hikari == null ? null : hikari.getConnectionInitSql();
        boolean plain = hikari != null && init == null
                || init != null
                        && name.startsWith("@")
                        && init.equals(dialect.sessions().connectionInitSql());
        return plain ? dialect.sessions().resetVariable(name) : null;
    }

    /** How many connections it has at most. */
    public int capacity() {
        return gate.capacity();
    }

    /** How many connections are in use. */
    public int inUse() {
        return gate.inUse();
    }

    /** The pool as it was made, for {@code unwrap} and monitoring. */
    public DataSource connections() {
        return connections;
    }

    /** What guards it; null where nothing does. */
    public @Nullable DataSourceGuard guard() {
        return guard;
    }

    /** What rules let guard it; null for nothing. */
    public @Nullable DataSourceGuard ruled() {
        return SwitchedGuard.ruled(guard);
    }

    /** What rules let guard it from now on; null for nothing. Whether it is switched off stays as it is. */
    public void ruledBy(@Nullable DataSourceGuard other) {
        synchronized (guarding) {
            guard = SwitchedGuard.ruledBy(guard, other);
        }
    }

    /** Why no statement begins on it from now on; null lets the rules decide, which stay as they are. */
    public void switchedOff(@Nullable ErrorCode why) {
        synchronized (guarding) {
            guard = SwitchedGuard.switchedOff(guard, name, why);
        }
    }

    /**
     * A wait for one of its connections ended without any.
     *
     * @throws SQLException why the wait is over, if it is; who guards it is told where that is the time
     */
    private void checkWait(ConnectionWait wait) throws SQLException {
        try {
            wait.check();
        } catch (SQLTimeoutException e) {
            reportNoConnection();
            throw e;
        }
    }

    /** No connection could be had, of which who guards it is told. */
    private void reportNoConnection() {
        DataSourceGuard told = guard;
        if (told != null) {
            told.unadmitted().failed();
        }
    }

    /** On how many of its connections an execution or a transaction is that is not by that deployment. */
    public int ofOthers(Object deployment) {
        int count = lingering.ofOthers(deployment);
        for (PhysicalConnection connection : unplaced) {
            if (connection.isOfOther(deployment)) {
                count++;
            }
        }
        return count;
    }

    /** How many threads wait in the pool itself; most of them took no right of the gate. */
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
     * Whether connections may linger: who needs one must be able to reclaim it, so all who use the pool must ask here.
     * A pool that looks for leaks would take a lingering connection for one.
     */
    boolean lends() {
        return lends && !retired;
    }

    /**
     * How long a connection that is done with may stay with its session from now on.
     *
     * @param nanos 0 for not at all
     * @param clock what ends it; the same each time
     */
    public void lingering(long nanos, TaskClock clock) {
        lingering.last(nanos, clock);
    }

    /** Takes a lingering connection back into the pool; false when there is none. */
    boolean reclaim() {
        return lingering.reclaim();
    }

    /** As {@link ConnectionGate#tryAcquire}, if need be with what lingers. */
    boolean tryAcquire(int count, boolean holder) {
        while (!gate.tryAcquire(count, holder)) {
            if (!reclaim()) {
                return false;
            }
        }
        return true;
    }

    /** How long an acquisition may wait. */
    private long timeoutMillis() {
        PoolLosses told = losses;
        if (told != null && told.patienceMillis() > 0) {
            return told.patienceMillis();
        }
        return hikari == null ? TIMEOUT_MILLIS : hikari.getConnectionTimeout();
    }

    /** Whether it is closed with the sharding data source. */
    public boolean isOwned() {
        return owned;
    }

    /** Says from now on when its database is lost. */
    public void tellLosses(Consumer<SQLException> told) {
        PoolLosses known = PoolLosses.of(told, owned ? hikari : null, losses, TIMEOUT_MILLIS);
        losses = known;
        source = () -> known.connection(connections);
    }

    /** An execution failed on it: says so where that means that its database is lost. */
    public void failed(SQLException error) {
        errors.increment();
        PoolLosses told = losses;
        if (told != null) {
            told.failed(error);
        }
    }

    /** How many executions failed on it, and how often no connection could be had. */
    public long errors() {
        return errors.sum();
    }

    /**
     * Opens a connection for which the gate has given the right. The right goes to the connection; when this throws, it
     * is given back.
     *
     * @param wait what ends it before its time; null for nothing
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

    /** Puts something around each connection from now on; not around those that {@link #openAside} gives. */
    public void around(UnaryOperator<Connection> put) {
        around = put;
    }

    /** What is put around a connection; where that fails, the connection is closed. */
    private static Connection within(UnaryOperator<Connection> put, Connection connection) throws SQLException {
        try {
            return put.apply(connection);
        } catch (RuntimeException | Error e) {
            try (connection) {
                throw e;
            }
        }
    }

    /** What an interrupt does to an application's own DataSource is not known: it waits as long as that does. */
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

    /** Where it does not pass, it is closed. */
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

    /** What is done where all connections of a pool are with others. */
    public enum WhenBusy {
        /** None is taken. */
        NONE,
        /** Somebody is waited for, who gives one back. */
        WAIT,
        /**
         * One is opened besides the pool and closed after use: for one who holds others already, and must not wait for
         * those who may wait for them.
         */
        BESIDES
    }

    /**
     * Takes a connection: one that nobody has, if need be one that lingers with another session.
     *
     * @param holder whether the caller holds connections already; he is served first
     * @param wait what ends it before its time, also where the pool itself lets wait; null for nothing
     * @return null where all are with others and {@link WhenBusy#NONE} is to be taken then
     * @throws SQLException when it takes longer than the pool's connection timeout, when it cannot be opened, or the
     *     thread is interrupted, or why the wait is over; nothing is taken then
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
     * @param start since when, by {@link System#nanoTime()}
     * @throws SQLException as {@link #take}; nothing is taken then
     */
    void await(int count, boolean holder, long start, @Nullable ConnectionWait wait) throws SQLException {
        long timeoutMillis = timeoutMillis();
        boolean acquired;
        try {
            acquired = gate.acquire(count, holder, start + TimeUnit.MILLISECONDS.toNanos(timeoutMillis), wait);
        } catch (InterruptedException e) {
            // It may have got rights just then, and given them back.
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

    /** One for reading metadata, for a short time: of the pool if one is free now, else its own. */
    public Connection openAside() throws SQLException {
        try {
            if (retired || closed.get() || !tryAcquire(1, false)) {
                return openUnpooled();
            }
            try {
                return openPooled(null);
            } finally {
                // Whoever gets the right now waits in the pool, for us who wait for nobody.
                released(1);
            }
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, name);
        }
    }

    /** A connection for one who keeps it for long: never of the pool. */
    public Connection openKept() throws SQLException {
        try {
            return openUnpooled();
        } catch (SQLException e) {
            throw SqlErrors.onDataSource(e, name);
        }
    }

    /** Also for the rare statement that was planned before a reconfiguration and starts after its pool was closed. */
    private Connection openUnpooled() throws SQLException {
        if (ended) {
            throw SqlErrors.of(ErrorCode.CLOSED, "data source");
        }
        Connection connection = hikari == null ? connections.getConnection() : UnpooledConnections.open(hikari);
        // The check is not for it, which has none of the pool's settings; what its driver does is the same.
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

    /** Rights come back, of connections or unused. */
    void released(int count) {
        gate.release(count);
        if (retired) {
            endIfUnused();
        }
    }

    /** Rights came back: closes where they were the last of a pool that is retired. */
    private void endIfUnused() {
        if (retired && gate.inUse() == 0) {
            retirement.close(owned ? hikari : null, this::shut);
        }
    }

    /** No configuration names the data source any more: closes now or when the last connection comes back. */
    public void retire() {
        retired = true;
        while (reclaim()) {
            // One after the other.
        }
        endIfUnused();
    }

    /** Whether its connections are closed. */
    public boolean isClosed() {
        return closed.get();
    }

    /** Closes all connections, those in use too, and gives none; an application's own DataSource is left as it is. */
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
