package org.shardingjdbc.engine.internal.execute.pool;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.ConnectionGate.LingeringConnections;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a pool, lent to one session. Not thread-safe, but for the methods that any thread may call (see
 * below).
 *
 * <p><b>Its life.</b> The pool makes one object for each time that it lends a connection. The session uses the
 * connection for one execution after the other. After each it either gives the connection back or lets it linger: a
 * lingering connection stays the session's until the session resumes it or its pool claims it for others, whichever
 * comes first. The object ends with {@link #release}, called once by the session or by the thread that claimed the
 * connection.
 *
 * <pre>
 *                {@link #linger}                     {@link #claim}
 *   OWNED ─────────────────────▶ LINGERING ──────────────▶ RECLAIMED
 *     │    ◀─────────────────────                               │
 *     │          {@link #resume}                                │ {@link #releaseClaimed}
 *     ▼ {@link #release}                                        ▼
 *   GIVEN_BACK to the pool as sound, or thrown away by it where it is unfit or was ABORTED
 * </pre>
 *
 * <p><b>Who may call what.</b> The <i>user</i> of the connection calls all methods that are not said to be for any
 * thread. The user is the thread of the session, with the session's lock where another thread may end the session;
 * along with an execution, the thread that runs this part of it; and after a {@link #claim} the thread that claimed.
 * Any thread may call {@link #claim}, {@link #abort}, {@link #unfit}, {@link #defect(Throwable)},
 * {@link #cancelWaitsMillis}, {@link #isOfOther}, {@link #isLingering} and {@link #resumedNanos}. Such a thread meets
 * the user at these fields, and reads no other field that the user writes:
 *
 * <pre>
 *   field                     written by                 read by others, to                    ordered by
 *   state                     the user, a claimer        claim it, know that it is reclaimed   compare-and-set
 *   resumedNanos              the user                   see for how long it has lingered      state, written after
 *   plain, kept, alterations  the user                   release it after a claim              state, written after
 *   released                  the thread that releases   know that kept statements are closed  state, read before
 *   reservations, only        the user, its executions   see whether something runs on it      themselves
 *   usedBy                    the user                   know by which deployment that runs    reservations and only
 *   branchOf                  the user                   know of which deployment it serves    itself
 *   defect                    any thread                 end the transaction that it is in     itself
 *   unfit                     any thread, never reset    keep it from the next user            itself, before fate
 *   fate                      releasing, aborting thread strike at nobody but its session      compare-and-set
 *   beginning                 the user                   not cancel what begins a transaction  itself
 * </pre>
 *
 * <p><b>Abort and release.</b> An abort may come late. The aborting thread and the thread that gives the connection
 * back as sound both write {@code fate}, so that one of them is first. Either the pool throws the connection away, or
 * the connection is not aborted any more, as it may be another session's by then.
 */
public final class PhysicalConnection implements LingeringConnections.Lingering {
    private static final Logger LOG = LoggerFactory.getLogger(PhysicalConnection.class);

    /** For how long an unused connection is taken for sound, as HikariCP does. */
    private static final long TRUSTED_NANOS =
            TimeUnit.MILLISECONDS.toNanos(Long.getLong("com.zaxxer.hikari.aliveBypassWindowMs", 500));

    final ShardPool pool;
    private final Connection jdbc;
    private final Connection given;
    private final boolean pooled;

    // ---- whose it is, and how it ends

    private static final AtomicIntegerFieldUpdater<PhysicalConnection> STATE =
            AtomicIntegerFieldUpdater.newUpdater(PhysicalConnection.class, "state");

    /** The connection is its session's. */
    private static final int OWNED = 0;
    /** The connection is its session's until its pool reclaims it. */
    private static final int LINGERING = 1;
    /** The connection is its pool's. */
    private static final int RECLAIMED = 2;

    private volatile int state = OWNED;

    private static final AtomicIntegerFieldUpdater<PhysicalConnection> FATE =
            AtomicIntegerFieldUpdater.newUpdater(PhysicalConnection.class, "fate");

    /** Neither aborted nor given back. */
    private static final int OPEN = 0;
    /** The connection is being aborted, or was. */
    private static final int ABORTED = 1;
    /** The pool may lend the connection to the next session. */
    private static final int GIVEN_BACK = 2;

    private volatile int fate = OPEN;

    /** When an execution took the connection last, by {@link System#nanoTime()}. */
    private long resumedNanos = System.nanoTime();
    /** Whether the session keeps the connection after the execution. */
    private boolean kept;
    /** Whether no other session may use the connection. */
    private volatile boolean unfit;
    /** The driver's failure that was no SQLException; null mostly. */
    private volatile @Nullable Throwable defect;

    private boolean released;
    /** The connection's place among those of the pool that may linger; -1 when it has none. */
    private int place;

    // ---- who uses it

    private static final AtomicIntegerFieldUpdater<PhysicalConnection> RESERVATIONS =
            AtomicIntegerFieldUpdater.newUpdater(PhysicalConnection.class, "reservations");

    private static final AtomicReferenceFieldUpdater<PhysicalConnection, Borrower> ONLY =
            AtomicReferenceFieldUpdater.newUpdater(PhysicalConnection.class, Borrower.class, "only");

    /** How many executions with open results use the connection. */
    private int users;
    /** How many of these executions, of several units, run or stream on the connection. */
    private volatile int reservations;
    /** The execution of one unit that uses the connection, or whose results are still open; null for none. */
    private volatile @Nullable Borrower only;
    /** The deployment of the last execution. Written before the connection is reserved, or {@link #only} is set. */
    private @Nullable Object usedBy;
    /** The deployment by which the transaction of this branch began; null where the connection is no branch. */
    private volatile @Nullable Object branchOf;
    /** Null without a transaction, and where the driver sends no beginning along with a statement. */
    private volatile @Nullable TransactionBeginning beginning;
    /** The place that an execution on the connection has at the guard of the pool; null mostly. */
    private @Nullable GuardedPlace guarded;
    /** The admission of the execution that is going to use the connection, until its statements run; null mostly. */
    private DataSourceGuard.@Nullable Admission admission;

    // ---- what was done with it

    /** Whether nothing was set on the connection. */
    private boolean plain = true;
    /** Whether the connection holds what lasts for the session. */
    private boolean pinned;
    /** Null until a statement is given a fetch size or a timeout. */
    private @Nullable StatementTuning tuning;
    /** Null until a stream is read or tables are made on the connection. */
    private @Nullable SpecialUse special;
    /** Null when nothing was altered. */
    private @Nullable Alterations alterations;

    /** @param pooled whether the connection is one of the pool's; others are closed after use */
    public PhysicalConnection(ShardPool pool, Connection jdbc, boolean pooled) {
        this(pool, jdbc, jdbc, pooled);
    }

    /** @param given the pool's connection, around which a type of transactions has put {@code jdbc} */
    PhysicalConnection(ShardPool pool, Connection jdbc, Connection given, boolean pooled) {
        this.pool = pool;
        this.jdbc = jdbc;
        this.given = given;
        this.pooled = pooled;
        // From now on its pool knows that it is lent, and that nothing is on it yet.
        this.place = pooled ? pool.lingering.add(this) : -1;
        if (place < 0) {
            pool.unplaced.add(this);
        }
    }

    /** The id of the connection's pool. */
    public int poolId() {
        return pool.id;
    }

    /** The pool's connection; not to be closed. */
    public Connection jdbc() {
        return jdbc;
    }

    public ShardPool pool() {
        return pool;
    }

    /**
     * The listener that hears the outcome of the statements which are about to run on the connection. It is the
     * admission of their execution, returned once, where the execution has entered a guard; else the guard of the pool
     * now; null for none. By the thread that runs the statements.
     */
    public DataSourceGuard.@Nullable OutcomeListener outcomeListener() {
        DataSourceGuard.Admission own = admission;
        if (own != null) {
            admission = null;
            return own;
        }
        DataSourceGuard guard = pool.guard;
        return guard == null ? null : guard.unadmitted();
    }

    public String dataSourceName() {
        return pool.name();
    }

    // ---- kept, and lingering

    /** Whether the session keeps the connection, so that statements on it may be kept until {@link #isReleased()}. */
    public boolean isKept() {
        return kept;
    }

    /** Whether the connection may be put aside: it is neither used nor kept by the session, nor back in its pool. */
    public boolean isLeft() {
        return users == 0 && !kept && !pinned && state != RECLAIMED && !released;
    }

    /** Sets whether the session keeps the connection. */
    public void keep(boolean keep) {
        if (kept && !keep) {
            // How long the connection was kept does not matter: it counts as used until now.
            resumedNanos = System.nanoTime();
        }
        kept = keep;
    }

    /**
     * Whether a statement on the connection may be kept for the next execution: the session keeps the connection, or
     * may let it linger. Kept statements must not be used when the connection {@link #isReleased}, nor while it
     * {@link #isLingering}.
     */
    public boolean mayOutliveExecution() {
        // A wrapper around the connection may need another statement for the next transaction.
        return jdbc == given && (kept || plain && pooled && pool.lends());
    }

    /**
     * Lets the connection linger, if the session would find it unchanged: nothing was set on it, and it is sound. By
     * the session, when nothing is open on the connection but kept statements.
     *
     * @return false when the connection must be released
     */
    public boolean linger() {
        if (kept || !plain || !pooled || !pool.lends || pool.retired || isBroken()) {
            return false;
        }
        assert hasNoPlace() : "it would linger in a place";
        if (place < 0) {
            place = pool.lingering.add(this);
            if (place < 0) {
                return false;
            }
            pool.unplaced.remove(this);
        }
        return pool.lingering.begin() && lingerAgain();
    }

    /** As {@link #linger}, when the connection lingered just before. */
    public boolean lingerAgain() {
        // From now on the pool may reclaim the connection; a thread that waited before has not seen it.
        state = LINGERING;
        return !pool.gate.isWanted() || !resume();
    }

    /** Takes the connection back to examine or release it. By the session; false when it was reclaimed. */
    public boolean resume() {
        return STATE.compareAndSet(this, LINGERING, OWNED);
    }

    /**
     * Takes the connection back from lingering for an execution. By the session.
     *
     * <p>Lingering is timed from the execution before: reading the clock costs so much that it is read once for an
     * execution. A connection that has lingered for too long is released: its database may have closed it, and the pool
     * checks that.
     *
     * @return false when the connection is, or was, released
     */
    public boolean resumeSound() {
        if (!resume()) {
            return false;
        }
        long now = System.nanoTime();
        long idle = now - resumedNanos;
        if (idle > pool.lingering.longestNanos() || isBroken()) {
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

    /** Whether the connection lingers, or lingered until it was reclaimed. */
    @Override
    public boolean isLingering() {
        return state != OWNED;
    }

    /** Takes a lingering connection from its session. By any thread, which must {@link #releaseClaimed} it then. */
    @Override
    public boolean claim() {
        return state == LINGERING && STATE.compareAndSet(this, LINGERING, RECLAIMED);
    }

    /** When an execution took the connection last, by {@link System#nanoTime()}; used while it lingers. */
    @Override
    public long resumedNanos() {
        return resumedNanos;
    }

    // ---- who uses it

    /**
     * An execution uses the connection from now on, until its results are closed.
     *
     * @param by an execution of one unit; nobody else may use the connection while it runs. Null for another execution,
     *     which {@link #reserve reserves} the connection while it runs
     * @param deployment whose plan the execution has
     * @param transaction whether the connection is a branch of the user's transaction, which stays with the deployment
     *     that it began with
     */
    public void use(@Nullable Borrower by, Object deployment, boolean transaction) {
        users++;
        TransactionBeginning begins = beginning;
        if (begins != null) {
            begins.returned();
        }
        if (usedBy != deployment) {
            usedBy = deployment;
        }
        if (transaction && branchOf == null) {
            branchOf = deployment;
        }
        if (by != null) {
            by.took(this);
            only = by;
        }
    }

    /**
     * An execution is done with the connection.
     *
     * @param by as in {@link #use}
     * @param all the connections of the session
     */
    public void unuse(@Nullable Borrower by, List<PhysicalConnection> all) {
        if (by != null && only == by) {
            // other threads may find the connection used for a moment longer
            ONLY.lazySet(this, null);
        }
        users--;
        if (admission != null) {
            admission = null;
        }
        GuardedPlace had = guarded;
        if (had != null && users == 0) {
            passOrLeave(had, all);
        }
    }

    /** Passes the place on to another connection of the pool that the session uses; leaves it where there is none. */
    private void passOrLeave(GuardedPlace place, List<PhysicalConnection> all) {
        for (int i = 0; i < all.size() && !place.isLeft(); i++) {
            PhysicalConnection other = all.get(i);
            if (other != this && other.pool == pool && other.inUse()) {
                place(null);
                other.place(place);
                return;
            }
        }
        place.leave();
    }

    /** Whether an execution with open results uses the connection. */
    public boolean inUse() {
        return users > 0;
    }

    /** An execution runs or streams on the connection: nobody else may until {@link #unreserve}. */
    public void reserve() {
        RESERVATIONS.incrementAndGet(this);
    }

    /** An execution has run on the connection, and its results are in memory. By any thread. */
    public void unreserve() {
        RESERVATIONS.decrementAndGet(this);
    }

    /** Whether an execution runs or streams on the connection now. By any thread. */
    public boolean isReserved() {
        Borrower one = only;
        return reservations != 0 || one != null && one.isExecuting();
    }

    /**
     * Whether another execution of the session may run on the connection now. Open results that are in memory do not
     * matter. But the connection must have the session's settings: a kept connection gets every change of them, others
     * get none.
     *
     * @param sessionHasSettings whether anything is set on the session
     */
    public boolean isFree(boolean sessionHasSettings) {
        return !isReserved() && !released && !unfit && !pinned && (kept || plain && !sessionHasSettings);
    }

    /** Whether an execution or a transaction of another deployment is on the connection. By any thread. */
    @Override
    public boolean isOfOther(Object deployment) {
        Object branch = branchOf;
        return branch != null && branch != deployment || isReserved() && usedBy != deployment;
    }

    /** The execution that is going to use the connection has entered the guard, and leaves it when it is done. */
    public void entered(DataSourceGuard.Admission by) {
        place(new GuardedPlace(by));
        reportsTo(by);
    }

    /** Reports the outcome of the next execution to that admission, which another connection of it leaves. */
    public void reportsTo(DataSourceGuard.Admission by) {
        admission = by;
    }

    /** Gives the connection that place at the guard; null for none. */
    private void place(@Nullable GuardedPlace next) {
        assert next == null || hasNoPlace() : "a session has two places";
        guarded = next;
    }

    private boolean hasNoPlace() {
        return guarded == null || guarded.isLeft();
    }

    /** Leaves the guard that was entered for an execution which is not going to use the connection. */
    public void leaveUnused() {
        if (admission != null) {
            admission = null;
        }
        if (guarded != null && users == 0) {
            guarded.withdraw();
        }
    }

    // ---- as a branch of a transaction

    /** The connection has joined a transaction. Its driver may begin that only along with the first statement. */
    public void joined() {
        beginning = pool.dialect().drivers().beginsAlongWithStatement() ? new TransactionBeginning() : null;
    }

    /** A statement that may write or lock is about to be executed. */
    public void aboutToWrite() {
        TransactionBeginning begins = beginning;
        if (begins != null) {
            begins.aboutToWrite();
        }
    }

    /** A statement is about to be sent, and the statements before it have returned. */
    public void sends() {
        TransactionBeginning begins = beginning;
        if (begins != null) {
            begins.sends();
        }
    }

    /**
     * A statement failed on the connection.
     *
     * @return whether the statement may have written, was to begin a transaction, and was executed without one
     */
    public boolean ranWithoutBeginning(SQLException error) {
        TransactionBeginning begins = beginning;
        return begins != null && begins.failed() && pool.dialect().drivers().ranWithoutBeginning(error);
    }

    /**
     * How long a cancel has to wait, as it might hit the beginning of a transaction; 0 for not at all. By any thread.
     *
     * @param nowNanos by {@link System#nanoTime()}
     */
    public long cancelWaitsMillis(long nowNanos) {
        TransactionBeginning begins = beginning;
        return begins == null ? 0 : begins.cancelWaitsMillis(nowNanos);
    }

    /** The connection is no branch any more. */
    public void endBranch() {
        if (branchOf != null) {
            branchOf = null;
        }
        if (beginning != null) {
            beginning = null;
        }
    }

    /** Nothing was or will be done in the transaction that began by that deployment: it begins anew by another one. */
    public void endBranch(Object by) {
        if (branchOf == by) {
            branchOf = null;
        }
    }

    // ---- its statements

    /** Prepares SQL for an execution without special options. */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement prepared = jdbc.prepareStatement(sql);
        return pool.handsOutClosedStatements ? asNew(prepared) : prepared;
    }

    /**
     * Removes what an earlier execution set on a prepared statement, such as a limit of rows or streaming. Some drivers
     * keep closed statements and hand them out again for the same text, with all that was set on them.
     *
     * @throws SQLException after which the statement is closed
     */
    public PreparedStatement asNew(PreparedStatement prepared) throws SQLException {
        return pool.handsOutClosedStatements ? StatementTuning.asNew(jdbc, prepared) : prepared;
    }

    /**
     * A statement without a timeout is about to be sent, and the statements before it have returned. Sets its fetch
     * size where another one may be set on it.
     *
     * @param loads whether the statement returns rows that the driver loads into memory
     */
    public void sends(Statement statement, boolean loads) throws SQLException {
        int rows = loads ? pool.loadingFetchSize : 0;
        if (rows != 0 || tuning != null) {
            tuning().fetchSize(statement, rows);
            tuning().timeout(statement, 0);
        }
        if (beginning != null) {
            sends();
        }
    }

    /** Sets a statement's fetch size, where another one may be set on it. */
    public void fetchSize(Statement statement, int rows) throws SQLException {
        if (rows != 0 || tuning != null) {
            tuning().fetchSize(statement, rows);
        }
    }

    /** Sets a statement's timeout, where another one may be set on it and the database ends statements in time. */
    public void timeout(Statement statement, int seconds) throws SQLException {
        if (seconds > 0 || tuning != null) {
            tuning().timeout(statement, seconds);
        }
    }

    private StatementTuning tuning() {
        if (tuning == null) {
            tuning = new StatementTuning(jdbc, pool.dialect());
        }
        return tuning;
    }

    /**
     * A statement on the connection was cancelled, and is closed. Makes sure that the cancel, if it came too late for
     * that statement, does not hit the next one. By the thread that has the connection; never throws.
     */
    public void endLateCancel() {
        String statement = pool.dialect().drivers().endOfLateCancel();
        if (statement == null || unfit) {
            return;
        }
        try {
            SideStatements.run(jdbc, statement);
        } catch (SQLException interrupted) {
            LOG.debug("A late cancel on data source {} was ended", pool.name(), interrupted);
            if (!pool.answers(jdbc)) {
                unfit = true;
            }
        } catch (RuntimeException e) {
            defect(e);
        }
    }

    // ---- what is set and made on it

    /** The connection was given the session's settings. */
    public void prepared() {
        plain = false;
    }

    /** Records what is about to be changed on the connection and is not reset by its pool: release restores it. */
    public Alterations altering() {
        plain = false;
        if (alterations == null) {
            alterations = new Alterations(jdbc, pool.dialect().sessions(), pool::resetVariable);
        }
        return alterations;
    }

    /** From now on the connection only holds what lasts for the session, such as locks; release ends that. */
    public void pin() {
        pinned = true;
        altering().state();
    }

    /** Whether the connection holds what lasts for the session. */
    public boolean isPinned() {
        return pinned;
    }

    /** Whether the connection holds locks or the like that last for the session, as far as its database says. */
    public boolean hasSessionState() {
        try {
            return altering().hasState();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection of data source {} does not tell its locks", pool.name(), e);
            unfit = true;
            return false;
        }
    }

    private SpecialUse special() {
        plain = false;
        if (special == null) {
            special = new SpecialUse(jdbc, pool);
        }
        return special;
    }

    /** Prepares the connection for a stream that is about to be read; {@link #endStream} undoes that. */
    public void beginStream() throws SQLException {
        special().beginStream();
    }

    /** A stream was read. Does nothing where there was none. Never throws. */
    public void endStream() {
        if (special != null && !special.endStream(kept)) {
            unfit = true;
        }
    }

    /**
     * Prepares the connection for tables that one execution is about to make; {@link #endTables} removes them.
     *
     * @param statements that remove the tables, besides a rollback where there is a transaction; to be run in any case
     */
    public void beginTables(List<String> statements) throws SQLException {
        special().beginTables(statements);
    }

    /** Removes the tables made since {@link #beginTables}; does nothing where that was not called. Never throws. */
    public void endTables() {
        if (special != null && !unfit && !special.endTables()) {
            unfit = true;
        }
    }

    // ---- its end

    /** No other session may use the connection: it is closed instead of going back to the pool. By any thread. */
    public void unfit() {
        unfit = true;
    }

    /**
     * The driver, or the code that reads its results, failed with something else than an SQLException. Nobody knows
     * what the connection would return next, so it is not used again, and its transaction is not committed. A refusal
     * of ours does not count. By any thread.
     */
    public void defect(Throwable cause) {
        if (!(cause instanceof ShardingException)) {
            defect = cause;
            unfit = true;
        }
    }

    /** The failure given to {@link #defect(Throwable)}; null mostly. */
    public @Nullable Throwable defect() {
        return defect;
    }

    /** Whether the connection is lost: nothing can be done on it any more. */
    public boolean isBroken() {
        try {
            return unfit || jdbc.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /** Whether the connection is back in the pool; statements on it are closed then. */
    public boolean isReleased() {
        return state == RECLAIMED || released;
    }

    /** Breaks the connection, unless it was given back: a thread that waits in it gets an exception. By any thread. */
    public void abort() {
        unfit = true;
        if (!FATE.compareAndSet(this, OPEN, ABORTED) && fate == GIVEN_BACK) {
            return;
        }
        try {
            jdbc.abort(Runnable::run);
        } catch (SQLException | RuntimeException | Error e) {
            LOG.debug("A connection of data source {} could not be aborted", pool.name(), e);
        }
    }

    /** Releases the connection after a {@link #claim}. */
    @Override
    public void releaseClaimed() {
        releaseIdle();
    }

    /**
     * Releases the connection after it lingered. The pool takes it for used until now and trusts it, so it is checked
     * here when its last use was long ago.
     */
    public void releaseIdle() {
        boolean trusted = false;
        try {
            trusted = unfit || System.nanoTime() - resumedNanos <= TRUSTED_NANOS || pool.answers(jdbc);
        } finally {
            if (!trusted) {
                unfit = true;
            }
            release();
        }
    }

    /**
     * Gives the connection back to the pool, which rolls back what is open on it and resets the isolation, read-only
     * mode and network timeout that the session set. Throws nothing but an Error, after which the connection is out of
     * the pool; releasing twice changes nothing.
     */
    public void release() {
        if (released) {
            return;
        }
        released = true;
        kept = false;
        if (guarded != null) {
            guarded.leave();
        }
        if (place >= 0) {
            pool.lingering.remove(place);
            place = -1;
        } else {
            pool.unplaced.remove(this);
        }
        try {
            if (!unfit && pooled && alterations != null && !alterations.undo()) {
                unfit = true;
            }
            // the pool notices a connection that its driver closed only in calls through the pool's proxy, as XA's are
            // not
            if (pooled && (isBroken() || !FATE.compareAndSet(this, OPEN, GIVEN_BACK))) {
                pool.evict(given);
            }
            jdbc.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection of data source {} could not be closed well", pool.name(), e);
            pool.evict(given);
        } catch (Error e) {
            pool.evict(given);
            throw e;
        } finally {
            if (pooled) {
                pool.released(1);
            }
        }
    }

    /**
     * An execution of one unit, which has one connection to itself from {@link #took} to {@link #handBack}. While the
     * execution {@link #isExecuting runs}, no other execution of its session may use that connection; once its results
     * are in memory, others may.
     */
    public interface Borrower {
        /** The execution has that connection from now on. With the session's lock. */
        void took(PhysicalConnection connection);

        /** Whether the execution runs, or is about to; afterwards its results are in memory. By any thread. */
        boolean isExecuting();

        /** Takes the connection away from the execution; null when it has none any more. With the session's lock. */
        @Nullable
        PhysicalConnection handBack();
    }
}
