package org.shardingjdbc.jdbc.internal.execute;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.shardingjdbc.dialect.Dialect;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a pool, in the hands of one session. Not thread-safe; one thread at a time uses it.
 *
 * <p>A session that is done with it for now may let it linger: it stays the session's until the session resumes it, or
 * until its pool reclaims it for others, whichever comes first. Both are atomic, and nobody touches it in between.
 */
public final class PhysicalConnection {
    private static final Logger LOG = LoggerFactory.getLogger(PhysicalConnection.class);

    private static final AtomicIntegerFieldUpdater<PhysicalConnection> STATE =
            AtomicIntegerFieldUpdater.newUpdater(PhysicalConnection.class, "state");

    private static final AtomicIntegerFieldUpdater<PhysicalConnection> RESERVATIONS =
            AtomicIntegerFieldUpdater.newUpdater(PhysicalConnection.class, "reservations");

    /** For how long a connection that nobody uses is taken for sound, as HikariCP does. */
    private static final long TRUSTED_NANOS =
            TimeUnit.MILLISECONDS.toNanos(Long.getLong("com.zaxxer.hikari.aliveBypassWindowMs", 500));

    private static final int OWNED = 0;
    private static final int LINGERING = 1;
    private static final int RECLAIMED = 2;

    private final ShardPool pool;
    private final Connection jdbc;
    private final boolean pooled;
    private boolean kept;
    private volatile boolean unfit;
    private boolean released;
    private volatile int state = OWNED;
    private long resumedNanos = System.nanoTime();
    /** Among those that linger; -1 when it has none. */
    private int place = -1;

    private boolean hadFetchSize;
    private boolean hadTimeout;
    /** What holds without a query timeout; -1 until it is asked for. */
    private int networkTimeoutMillis = -1;

    private boolean streaming;
    private List<String> removal;
    private boolean plain = true;
    private int users;
    private volatile int reservations;
    private boolean pinned;
    /** Null when there is none. */
    private Alterations alterations;

    /** @param pooled whether it is one of the pool's; others are closed after use */
    PhysicalConnection(ShardPool pool, Connection jdbc, boolean pooled) {
        this.pool = pool;
        this.jdbc = jdbc;
        this.pooled = pooled;
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
     * Whether the session keeps it after the execution, so that a statement on it may be kept for the next one until
     * {@link #isReleased()}.
     */
    public boolean isKept() {
        return kept;
    }

    /** The session keeps it, or does so no more. */
    public void keep(boolean keep) {
        if (kept && !keep) {
            // How long it was kept does not matter: it was used until now.
            resumedNanos = System.nanoTime();
        }
        kept = keep;
    }

    /** Whether it is back in the pool; statements on it are closed then. */
    public boolean isReleased() {
        return state == RECLAIMED || released;
    }

    /**
     * Whether a statement on it may be kept for the next execution: the session keeps it, or may let it linger. Kept
     * statements must not be used when it {@link #isReleased}, nor while it {@link #isLingering}.
     */
    public boolean mayOutliveExecution() {
        return kept || plain && pooled && pool.lends();
    }

    /**
     * Lets it linger, if its session may find it as it was: nothing was set on it and it is sound. By its session, with
     * nothing open on it but kept statements.
     *
     * @param workers whose clock ends it
     * @param longestNanos for how long, at most
     * @return false when it must be released
     */
    public boolean linger(Workers workers, long longestNanos) {
        if (kept || !plain || !pooled || !pool.lends() || isBroken()) {
            return false;
        }
        if (place < 0) {
            place = pool.lingering().add(this);
            if (place < 0) {
                return false;
            }
            pool.lingerTimer().start(workers, longestNanos);
        }
        return lingerAgain();
    }

    /** As {@link #linger}, when it lingered just before. */
    public boolean lingerAgain() {
        state = LINGERING;
        // One who waits since before that has not seen it.
        return !pool.gate().isWanted() || !resume();
    }

    /** Whether it lingers, or did until it was reclaimed. */
    public boolean isLingering() {
        return state != OWNED;
    }

    /** Takes it back from lingering, to look at it or to release it. By its session; false when it was reclaimed. */
    public boolean resume() {
        return STATE.compareAndSet(this, LINGERING, OWNED);
    }

    /**
     * Takes it back from lingering for an execution. By its session.
     *
     * <p>Lingering is timed from the execution before: to ask the clock costs so much that it is asked once for an
     * execution.
     *
     * @param longestNanos after which it is released: its database may have left it, and the pool looks
     * @return false when it is, or was, released
     */
    public boolean resumeSound(long longestNanos) {
        if (!resume()) {
            return false;
        }
        long now = System.nanoTime();
        long idle = now - resumedNanos;
        if (idle > longestNanos || isBroken()) {
            releaseIdle();
            return false;
        }
        if (idle > TRUSTED_NANOS && !pool.answers(jdbc)) {
            unfit = true;
            release();
            return false;
        }
        resumedNanos = now;
        return true;
    }

    /** When it was taken for an execution last, by {@link System#nanoTime()}. Of use while it lingers. */
    long resumedNanos() {
        return resumedNanos;
    }

    /** Takes it from its session if it lingers. By any thread, which must {@link #releaseClaimed} it then. */
    boolean claim() {
        return state == LINGERING && STATE.compareAndSet(this, LINGERING, RECLAIMED);
    }

    /** Releases it after a {@link #claim}. */
    void releaseClaimed() {
        releaseIdle();
    }

    /**
     * Releases it after it lingered. The pool takes it for used until now and trusts it, so it is looked at here when
     * its use was long ago.
     */
    public void releaseIdle() {
        if (!unfit && System.nanoTime() - resumedNanos > TRUSTED_NANOS && !pool.answers(jdbc)) {
            unfit = true;
        }
        release();
    }

    /** Gives a statement its fetch size, where it may have another one. */
    public void fetchSize(Statement statement, int rows) throws SQLException {
        if (rows != 0 || hadFetchSize) {
            hadFetchSize = true;
            // H2 takes no fetch size beyond the limit of rows
            int most = rows > 0 ? statement.getMaxRows() : 0;
            statement.setFetchSize(most > 0 ? Math.min(rows, most) : rows);
        }
    }

    /**
     * Gives a statement its timeout, where it may have another one and the database ends it; for drivers that keep it
     * per connection too.
     */
    public void timeout(Statement statement, int seconds) throws SQLException {
        if (seconds <= 0 && !hadTimeout || !pool.dialect().drivers().endsStatementsInTime()) {
            return;
        }
        hadTimeout = true;
        statement.setQueryTimeout(seconds);
        if (pool.dialect().drivers().abortsByConnecting()) {
            silence(seconds);
        }
    }

    /** The longest that a read may wait for an answer, in place of an abort that would hang itself. */
    private void silence(int timeoutSeconds) throws SQLException {
        if (networkTimeoutMillis < 0) {
            networkTimeoutMillis = jdbc.getNetworkTimeout();
        }
        int longest = (int) Math.min(
                Integer.MAX_VALUE, TimeUnit.SECONDS.toMillis(timeoutSeconds) + FanOut.UNANSWERED_CANCEL_MILLIS);
        boolean own = timeoutSeconds > 0 && (networkTimeoutMillis == 0 || longest < networkTimeoutMillis);
        jdbc.setNetworkTimeout(Runnable::run, own ? longest : networkTimeoutMillis);
    }

    /** An execution runs or streams on it: nobody else may until {@link #unreserve}. */
    public void reserve() {
        RESERVATIONS.incrementAndGet(this);
    }

    /** An execution has run on it, and what it returned is in memory. By any thread. */
    public void unreserve() {
        RESERVATIONS.decrementAndGet(this);
    }

    /** The session's settings were given to it. */
    public void prepared() {
        plain = false;
    }

    /**
     * Whether another execution of its session may run on it now. Results that are in memory do not mind, but its
     * settings must be those of the session: a kept connection gets every change, others none.
     *
     * @param sessionHasSettings whether anything is set on the session
     */
    public boolean isFree(boolean sessionHasSettings) {
        return reservations == 0 && !released && !unfit && !pinned && (kept || plain && !sessionHasSettings);
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

    /** A stream is about to be read; {@link #endStream} ends what that needs. */
    public void beginStream() throws SQLException {
        Dialect dialect = pool.dialect();
        streaming = true;
        plain = false;
        if (dialect.drivers().streamsInTransactionOnly()) {
            jdbc.setAutoCommit(false);
        }
        if (dialect.drivers().streamOpening() != null) {
            run(dialect.drivers().streamOpening());
        }
    }

    /** A stream was read; does nothing where there was none. Never throws. */
    public void endStream() {
        if (!streaming) {
            return;
        }
        streaming = false;
        try {
            Dialect dialect = pool.dialect();
            if (dialect.drivers().streamClosing() != null) {
                run(dialect.drivers().streamClosing());
            }
            if (dialect.drivers().streamsInTransactionOnly()) {
                jdbc.commit();
                if (kept) {
                    jdbc.setAutoCommit(true);
                }
            }
        } catch (SQLException e) {
            LOG.debug("A stream of data source {} could not be ended well", pool.name(), e);
            unfit = true;
        }
    }

    /**
     * Tables are about to be made on it for one execution; {@link #endTables} removes them.
     *
     * @param statements what removes them, besides a rollback where there is a transaction; to be run in any case
     */
    public void beginTables(List<String> statements) throws SQLException {
        removal = statements;
        plain = false;
        if (pool.dialect().temporaries().endWithTransaction()) {
            jdbc.setAutoCommit(false);
        } else if (!jdbc.getAutoCommit()) {
            jdbc.setAutoCommit(true);
        }
    }

    /** Removes what was made since {@link #beginTables}; does nothing where that was not called. Never throws. */
    public void endTables() {
        if (removal == null || unfit) {
            return;
        }
        try {
            if (!jdbc.getAutoCommit()) {
                jdbc.rollback();
                jdbc.setAutoCommit(true);
            }
            for (String statement : removal) {
                run(statement);
            }
        } catch (SQLException | RuntimeException e) {
            LOG.debug("Temporary tables of data source {} could not be removed", pool.name(), e);
            unfit = true;
        }
        removal = null;
    }

    /** Whether it is lost: nothing can be done on it any more. */
    public boolean isBroken() {
        try {
            return unfit || jdbc.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    private Alterations altered() {
        plain = false;
        if (alterations == null) {
            alterations = new Alterations(pool, jdbc);
        }
        return alterations;
    }

    /** Client info is about to be changed: release brings back what it is now. */
    public void rememberClientInfo() throws SQLException {
        altered().clientInfo();
    }

    /** The catalog is about to be changed: release brings it back, for pools do not. */
    public void rememberCatalog() throws SQLException {
        altered().catalog();
    }

    /** The schema is about to be changed: release brings it back, for pools do not. */
    public void rememberSchema() throws SQLException {
        altered().schema();
    }

    /** From now on it serves what lasts for the session, as locks, and nothing else; release ends that. */
    public void pin() {
        pinned = true;
        altered().state();
    }

    /** Whether it serves what lasts for the session. */
    public boolean isPinned() {
        return pinned;
    }

    /** Whether it has locks or the like that last for the session, as far as its database tells. */
    public boolean hasSessionState() {
        String question = pool.dialect().sessions().asksForSessionState();
        if (question == null) {
            return true;
        }
        try (Statement statement = jdbc.createStatement();
                ResultSet rows = statement.executeQuery(question)) {
            return rows.next();
        } catch (SQLException e) {
            LOG.debug("A connection of data source {} does not tell its locks", pool.name(), e);
            unfit = true;
            return false;
        }
    }

    /**
     * Runs a SET statement and remembers that release must undo it.
     *
     * @param values of its placeholders
     * @param names the variables that it sets
     */
    public void runSetting(String sql, List<Object> values, List<String> names) throws SQLException {
        altered().variables(names);
        run(sql, values);
    }

    /** Runs a statement that returns nothing. */
    public void run(String sql) throws SQLException {
        try (Statement statement = jdbc.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs a statement that returns nothing, with the values of its placeholders. */
    public void run(String sql, List<Object> values) throws SQLException {
        if (values.isEmpty()) {
            run(sql);
            return;
        }
        try (PreparedStatement statement = jdbc.prepareStatement(sql)) {
            for (int i = 0; i < values.size(); i++) {
                statement.setObject(i + 1, values.get(i));
            }
            statement.execute();
        }
    }

    /** Breaks it: whoever waits in it gets an exception. By any thread. */
    public void abort() {
        unfit = true;
        try {
            jdbc.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection of data source {} could not be aborted", pool.name(), e);
        }
    }

    /**
     * Gives it back to the pool, which rolls back what is open on it and resets the isolation, read-only mode and
     * network timeout that the session set. Never throws; doing it twice changes nothing.
     */
    public void release() {
        if (released) {
            return;
        }
        released = true;
        kept = false;
        if (place >= 0) {
            pool.lingering().remove(place);
            place = -1;
        }
        try {
            if (!unfit && pooled && alterations != null && !alterations.undo()) {
                unfit = true;
            }
            closeOrEvict();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection of data source {} could not be closed well", pool.name(), e);
            pool.evict(jdbc);
        } finally {
            if (pooled) {
                pool.released();
            }
        }
    }

    private void closeOrEvict() throws SQLException {
        if (unfit && pooled) {
            pool.evict(jdbc);
        }
        jdbc.close();
    }
}
