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
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection of a pool, lent to one session. Not thread-safe, but for what any thread may call (see below).
 *
 * <p><b>Its life.</b> Its pool makes one object for each time that it lends a connection. The session uses it for one
 * execution after the other, and after each either gives it back or lets it linger: then it stays the session's until
 * the session resumes it, or until its pool claims it for others, whichever comes first. It ends with {@link #release},
 * once: by its session, or by whoever has claimed it.
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
 * <p><b>Who may call what.</b> Its <i>user</i> calls all that is not said to be for any thread. That is the thread of
 * its session, with the session's lock where another thread may end the session, and with an execution the thread that
 * runs this part of it; after a {@link #claim} it is whoever claimed it. Any thread may call {@link #claim},
 * {@link #abort}, {@link #unfit}, {@link #defect(Throwable)}, {@link #cancelWaitsMillis}, {@link #isOfOther},
 * {@link #isLingering} and {@link #resumedNanos}; it meets the user at these fields, and reads nothing else that he
 * writes:
 *
 * <pre>
 *   field                     written by                 read by others, to                    ordered by
 *   state                     its user, who claims it    claim it, know that it is reclaimed   compare-and-set
 *   resumedNanos              its user                   see for how long it has lingered      state, written after
 *   plain, kept, alterations  its user                   release it after a claim              state, written after
 *   released                  who releases it            know that kept statements are closed  state, read before
 *   reservations, only        its user, who runs on it   see whether something runs on it      themselves
 *   usedBy                    its user                   know by which deployment that runs    reservations and only
 *   branchOf                  its user                   know of which deployment it serves    itself
 *   defect                    who uses it                end the transaction that it is in     itself
 *   unfit                     everybody, never back      keep it from the next user            itself, before fate
 *   fate                      who gives it back, aborts  strike at nobody but its session      compare-and-set
 *   beginning                 its user                   not cancel what begins a transaction  itself
 * </pre>
 *
 * <p><b>Abort and release.</b> Who aborts it may be late. He says so in {@code fate}, and who gives it back as sound
 * says that there, so that one of both is first: either the pool is told to throw it away, or it is aborted no more, as
 * it may be another session's by then.
 */
public final class PhysicalConnection implements LingeringConnections.Lingering {
    private static final Logger LOG = LoggerFactory.getLogger(PhysicalConnection.class);

    /** For how long a connection that nobody uses is taken for sound, as HikariCP does. */
    private static final long TRUSTED_NANOS =
            TimeUnit.MILLISECONDS.toNanos(Long.getLong("com.zaxxer.hikari.aliveBypassWindowMs", 500));

    final ShardPool pool;
    private final Connection jdbc;
    private final Connection given;
    private final boolean pooled;

    // ---- whose it is, and how it ends

    private static final AtomicIntegerFieldUpdater<PhysicalConnection> STATE =
            AtomicIntegerFieldUpdater.newUpdater(PhysicalConnection.class, "state");

    /** Its session's. */
    private static final int OWNED = 0;
    /** Its session's until its pool reclaims it. */
    private static final int LINGERING = 1;
    /** Its pool's. */
    private static final int RECLAIMED = 2;

    private volatile int state = OWNED;

    private static final AtomicIntegerFieldUpdater<PhysicalConnection> FATE =
            AtomicIntegerFieldUpdater.newUpdater(PhysicalConnection.class, "fate");

    /** Neither of the others. */
    private static final int OPEN = 0;
    /** It is being aborted, or was. */
    private static final int ABORTED = 1;
    /** Its pool may lend it to the next session. */
    private static final int GIVEN_BACK = 2;

    private volatile int fate = OPEN;

    /** When it was taken for an execution last, by {@link System#nanoTime()}. */
    private long resumedNanos = System.nanoTime();
    /** Whether its session keeps it after the execution. */
    private boolean kept;
    /** Whether it must not be used by another session. */
    private volatile boolean unfit;
    /** What its driver failed with that is no SQLException; null mostly. */
    private volatile @Nullable Throwable defect;

    private boolean released;
    /** Among those of the pool that may linger; -1 when it has none. */
    private int place;

    // ---- who uses it

    private static final AtomicIntegerFieldUpdater<PhysicalConnection> RESERVATIONS =
            AtomicIntegerFieldUpdater.newUpdater(PhysicalConnection.class, "reservations");

    private static final AtomicReferenceFieldUpdater<PhysicalConnection, Borrower> ONLY =
            AtomicReferenceFieldUpdater.newUpdater(PhysicalConnection.class, Borrower.class, "only");

    /** How many executions with open results use it. */
    private int users;
    /** How many of them, of several units, run or stream on it. */
    private volatile int reservations;
    /** The execution of one unit that uses it now, or last as long as its results are open; null for none. */
    private volatile @Nullable Borrower only;
    /** By which the last execution on it runs; written before it is reserved, or its user known. */
    private @Nullable Object usedBy;
    /** By which the transaction began of which it is a branch; null where it is none. */
    private volatile @Nullable Object branchOf;
    /** Of the transaction that it has joined; null for none, and where its driver sends nothing along. */
    private volatile @Nullable TransactionBeginning beginning;
    /** What an execution on it has taken at who guards its pool; null mostly. */
    private @Nullable GuardedPlace guarded;
    /** Of the execution that is going to use it, until its statements run; null mostly. */
    private DataSourceGuard.@Nullable Admission admission;

    // ---- what was done with it

    /** Whether nothing was set on it. */
    private boolean plain = true;
    /** Whether it serves what lasts for the session. */
    private boolean pinned;
    /** Null until a statement is given something. */
    private @Nullable StatementTuning tuning;
    /** Null until there is one. */
    private @Nullable SpecialUse special;
    /** Null when there is none. */
    private @Nullable Alterations alterations;

    /** @param pooled whether it is one of the pool's; others are closed after use */
    public PhysicalConnection(ShardPool pool, Connection jdbc, boolean pooled) {
        this(pool, jdbc, jdbc, pooled);
    }

    /** @param given what the pool gave, around which a type of transactions has put {@code jdbc} */
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

    /** The id of its pool. */
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
     * Who is told what becomes of the statements that are about to run on it: the admission of their execution, once,
     * where that has entered; else whoever guards its pool now. Null for nobody. By the thread that runs them.
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

    /**
     * Whether the session keeps it after the execution, so that a statement on it may be kept for the next one until
     * {@link #isReleased()}.
     */
    public boolean isKept() {
        return kept;
    }

    /** Whether it may be put aside now: no execution uses it, its session does not keep it, its pool has not got it. */
    public boolean isLeft() {
        return users == 0 && !kept && !pinned && state != RECLAIMED && !released;
    }

    /** The session keeps it, or does so no more. */
    public void keep(boolean keep) {
        if (kept && !keep) {
            // How long it was kept does not matter: it was used until now.
            resumedNanos = System.nanoTime();
        }
        kept = keep;
    }

    /**
     * Whether a statement on it may be kept for the next execution: the session keeps it, or may let it linger. Kept
     * statements must not be used when it {@link #isReleased}, nor while it {@link #isLingering}.
     */
    public boolean mayOutliveExecution() {
        // What is around it may want another statement for the next transaction.
        return jdbc == given && (kept || plain && pooled && pool.lends());
    }

    /**
     * Lets it linger, if its session may find it as it was: nothing was set on it and it is sound. By its session, with
     * nothing open on it but kept statements.
     *
     * @return false when it must be released
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

    /** As {@link #linger}, when it lingered just before. */
    public boolean lingerAgain() {
        // From now on its pool may reclaim it; one who waits since before that has not seen it.
        state = LINGERING;
        return !pool.gate.isWanted() || !resume();
    }

    /** Takes it back from lingering, to look at it or to release it. By its session; false when it was reclaimed. */
    public boolean resume() {
        return STATE.compareAndSet(this, LINGERING, OWNED);
    }

    /**
     * Takes it back from lingering for an execution. By its session.
     *
     * <p>Lingering is timed from the execution before: to ask the clock costs so much that it is asked once for an
     * execution. After longer than it may linger it is released: its database may have left it, and the pool looks.
     *
     * @return false when it is, or was, released
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

    /** Whether it lingers, or did until it was reclaimed. */
    @Override
    public boolean isLingering() {
        return state != OWNED;
    }

    /** Takes it from its session if it lingers. By any thread, which must {@link #releaseClaimed} it then. */
    @Override
    public boolean claim() {
        return state == LINGERING && STATE.compareAndSet(this, LINGERING, RECLAIMED);
    }

    /** When it was taken for an execution last, by {@link System#nanoTime()}. Of use while it lingers. */
    @Override
    public long resumedNanos() {
        return resumedNanos;
    }

    // ---- who uses it

    /**
     * An execution with open results uses it, and has it from now on.
     *
     * @param by an execution of one unit, as long as which runs nobody else may use it; null for another, which
     *     {@link #reserve reserves} it while it runs
     * @param deployment whose plan the execution has
     * @param transaction whether it is a branch of the user's transaction, which is by the deployment that it began
     *     with
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
     * An execution is done with it.
     *
     * @param by as of {@link #use}
     * @param all the connections of its session
     */
    public void unuse(@Nullable Borrower by, List<PhysicalConnection> all) {
        if (by != null && only == by) {
            // who asks meanwhile finds it used for a moment longer
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

    /** Its place goes on to another connection of the pool that its session uses, or is left where there is none. */
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

    /** Whether an execution with open results uses it. */
    public boolean inUse() {
        return users > 0;
    }

    /** An execution runs or streams on it: nobody else may until {@link #unreserve}. */
    public void reserve() {
        RESERVATIONS.incrementAndGet(this);
    }

    /** An execution has run on it, and what it returned is in memory. By any thread. */
    public void unreserve() {
        RESERVATIONS.decrementAndGet(this);
    }

    /** Whether an execution runs or streams on it now. By any thread. */
    public boolean isReserved() {
        Borrower one = only;
        return reservations != 0 || one != null && one.isExecuting();
    }

    /**
     * Whether another execution of its session may run on it now. Results that are in memory do not mind, but its
     * settings must be those of the session: a kept connection gets every change, others none.
     *
     * @param sessionHasSettings whether anything is set on the session
     */
    public boolean isFree(boolean sessionHasSettings) {
        return !isReserved() && !released && !unfit && !pinned && (kept || plain && !sessionHasSettings);
    }

    /** Whether an execution or a transaction is on it that is not by that deployment. By any thread. */
    @Override
    public boolean isOfOther(Object deployment) {
        Object branch = branchOf;
        return branch != null && branch != deployment || isReserved() && usedBy != deployment;
    }

    /** The execution that is going to use it has entered, and leaves when it is done with it. */
    public void entered(DataSourceGuard.Admission by) {
        place(new GuardedPlace(by));
        reportsTo(by);
    }

    /**
     * What becomes of the execution that is going to use it is reported to that admission, which another one leaves.
     */
    public void reportsTo(DataSourceGuard.Admission by) {
        admission = by;
    }

    /** It has that place from now on; null for none. */
    private void place(@Nullable GuardedPlace next) {
        assert next == null || hasNoPlace() : "a session has two places";
        guarded = next;
    }

    private boolean hasNoPlace() {
        return guarded == null || guarded.isLeft();
    }

    /** Leaves what it has entered for an execution that is not going to use it. */
    public void leaveUnused() {
        if (admission != null) {
            admission = null;
        }
        if (guarded != null && users == 0) {
            guarded.withdraw();
        }
    }

    // ---- as a branch of a transaction

    /** It has joined a transaction, which its driver may begin with the first statement only. */
    public void joined() {
        beginning = pool.dialect().drivers().beginsAlongWithStatement() ? new TransactionBeginning() : null;
    }

    /** A statement is about to be executed that may write or lock. */
    public void aboutToWrite() {
        TransactionBeginning begins = beginning;
        if (begins != null) {
            begins.aboutToWrite();
        }
    }

    /** A statement is about to be sent, and those before it have returned. */
    public void sends() {
        TransactionBeginning begins = beginning;
        if (begins != null) {
            begins.sends();
        }
    }

    /**
     * A statement failed on it.
     *
     * @return whether it may have written, was to begin a transaction, and was executed without one
     */
    public boolean ranWithoutBeginning(SQLException error) {
        TransactionBeginning begins = beginning;
        return begins != null && begins.failed() && pool.dialect().drivers().ranWithoutBeginning(error);
    }

    /**
     * How long a cancel has to wait, as it might strike the beginning of a transaction. By any thread.
     *
     * @param nowNanos by {@link System#nanoTime()}
     * @return 0 when nothing is to be waited for
     */
    public long cancelWaitsMillis(long nowNanos) {
        TransactionBeginning begins = beginning;
        return begins == null ? 0 : begins.cancelWaitsMillis(nowNanos);
    }

    /** It is a branch no more. */
    public void endBranch() {
        if (branchOf != null) {
            branchOf = null;
        }
        if (beginning != null) {
            beginning = null;
        }
    }

    /** Nothing was done in the transaction that began by that deployment, and nothing will be: it begins once more. */
    public void endBranch(Object by) {
        if (branchOf == by) {
            branchOf = null;
        }
    }

    // ---- its statements

    /** Prepares SQL for an execution of which nothing special is asked. */
    public PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement prepared = jdbc.prepareStatement(sql);
        return pool.handsOutClosedStatements ? asNew(prepared) : prepared;
    }

    /**
     * A prepared statement with nothing set on it, also where its driver keeps closed ones and hands them out again for
     * the same text, with all that was set on them: a limit of rows or a stream that some execution before wanted.
     *
     * @throws SQLException after which it is closed
     */
    public PreparedStatement asNew(PreparedStatement prepared) throws SQLException {
        return pool.handsOutClosedStatements ? StatementTuning.asNew(jdbc, prepared) : prepared;
    }

    /**
     * A statement without a timeout is about to be sent, and those before it have returned: it is given its fetch size,
     * where it may have others.
     *
     * @param loads whether it returns rows that the driver loads into memory
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

    /** Gives a statement its fetch size, where it may have another one. */
    public void fetchSize(Statement statement, int rows) throws SQLException {
        if (rows != 0 || tuning != null) {
            tuning().fetchSize(statement, rows);
        }
    }

    /** Gives a statement its timeout, where it may have another one and the database ends it. */
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
     * A statement on it was cancelled, and is closed: a cancel that came too late for it must not hit the next one. By
     * the thread that has it; never throws.
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

    /** The session's settings were given to it. */
    public void prepared() {
        plain = false;
    }

    /** Takes note of what is about to be changed on it and its pool does not reset: release brings it back. */
    public Alterations altering() {
        plain = false;
        if (alterations == null) {
            alterations = new Alterations(jdbc, pool.dialect().sessions(), pool::resetVariable);
        }
        return alterations;
    }

    /** From now on it serves what lasts for the session, as locks, and nothing else; release ends that. */
    public void pin() {
        pinned = true;
        altering().state();
    }

    /** Whether it serves what lasts for the session. */
    public boolean isPinned() {
        return pinned;
    }

    /** Whether it has locks or the like that last for the session, as far as its database tells. */
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

    /** A stream is about to be read; {@link #endStream} ends what that needs. */
    public void beginStream() throws SQLException {
        special().beginStream();
    }

    /** A stream was read; does nothing where there was none. Never throws. */
    public void endStream() {
        if (special != null && !special.endStream(kept)) {
            unfit = true;
        }
    }

    /**
     * Tables are about to be made on it for one execution; {@link #endTables} removes them.
     *
     * @param statements what removes them, besides a rollback where there is a transaction; to be run in any case
     */
    public void beginTables(List<String> statements) throws SQLException {
        special().beginTables(statements);
    }

    /** Removes what was made since {@link #beginTables}; does nothing where that was not called. Never throws. */
    public void endTables() {
        if (special != null && !unfit && !special.endTables()) {
            unfit = true;
        }
    }

    // ---- its end

    /** It must not be used by another session: it is closed instead of going back to the pool. By any thread. */
    public void unfit() {
        unfit = true;
    }

    /**
     * Its driver, or who reads what it returned, failed with something else than an SQLException: nobody knows what is
     * to be read on it next, so it is not used again, nor is the transaction committed that it is in. Does nothing of a
     * refusal of ours. By any thread.
     */
    public void defect(Throwable cause) {
        if (!(cause instanceof ShardingException)) {
            defect = cause;
            unfit = true;
        }
    }

    /** What {@link #defect(Throwable)} told; null mostly. */
    public @Nullable Throwable defect() {
        return defect;
    }

    /** Whether it is lost: nothing can be done on it any more. */
    public boolean isBroken() {
        try {
            return unfit || jdbc.isClosed();
        } catch (SQLException e) {
            return true;
        }
    }

    /** Whether it is back in the pool; statements on it are closed then. */
    public boolean isReleased() {
        return state == RECLAIMED || released;
    }

    /**
     * Breaks it: whoever waits in it gets an exception. By any thread; when it was given back as sound meanwhile,
     * nothing happens.
     */
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

    /** Releases it after a {@link #claim}. */
    @Override
    public void releaseClaimed() {
        releaseIdle();
    }

    /**
     * Releases it after it lingered. The pool takes it for used until now and trusts it, so it is looked at here when
     * its use was long ago.
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
     * Gives it back to the pool, which rolls back what is open on it and resets the isolation, read-only mode and
     * network timeout that the session set. Throws nothing but an Error, and is out of the pool then; doing it twice
     * changes nothing.
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
            // a driver that closed it told the pool only where it was asked through the pool's proxy, as XA is not
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
     * An execution of one unit, which has one connection to itself from {@link #took} to {@link #leave}. As long as it
     * {@link #isExecuting executes}, no other execution of its session may use that connection; once what it returned
     * is in memory, others may.
     */
    public interface Borrower {
        /** It has that connection from now on. With its session's lock. */
        void took(PhysicalConnection connection);

        /** Whether it runs, or is about to; afterwards what it returned is in memory. Asked by any thread. */
        boolean isExecuting();

        /** It lets the connection go; null when it has none any more. With its session's lock. */
        @Nullable
        PhysicalConnection leave();
    }
}
