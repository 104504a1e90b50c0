package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.error.WarningChain;
import org.shardingjdbc.engine.internal.execute.driver.OpenWarnings;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.result.LocalRows;
import org.shardingjdbc.engine.internal.result.ResultOwner;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.engine.internal.task.LaterResults;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/**
 * The results of a statement's last execution, and the run that keeps the shards' statements open for them. Not
 * thread-safe, but for {@link #cancel}.
 */
public final class StatementResults implements ResultOwner, PlanningWork.StopCheck {
    private static final AtomicReferenceFieldUpdater<StatementResults, Run> RUN =
            AtomicReferenceFieldUpdater.newUpdater(StatementResults.class, Run.class, "run");

    private final LogicStatement owner;
    private volatile @Nullable Run run;
    private volatile @Nullable StatementResults nested;
    private volatile boolean cancelled;
    private @Nullable StatementResults outer;
    /** Whether the execution goes in steps. */
    private boolean inSteps;
    /** When the time of the execution began, by {@link LogicStatement#nanos}; 0 where nobody counts the time. */
    private long timeStart;

    private @Nullable ResultSet rows;
    private long updateCount = -1;
    private @Nullable GeneratedKeyRows keys;
    /** Null until the application was given rows. */
    private @Nullable GeneratedKeyResults shownKeys;

    private @Nullable OpenWarnings work;
    /** Null until the execution is told of one. */
    private @Nullable WarningChain warnings;

    private @Nullable LaterResults further;
    /** Results that the application still reads while later ones are shown; null for none, never empty. */
    private @Nullable List<ResultSet> kept;
    /** Null where no rule bounds the execution. */
    private @Nullable ExecutionBounds bounds;

    /** Whether the current result was rows that are closed. */
    private boolean closed;

    private boolean closing;
    /** Whether the application is shown rows that it has not closed. */
    private boolean open;

    StatementResults(LogicStatement owner) {
        this.owner = owner;
    }

    public @Nullable ResultSet rows() {
        return rows;
    }

    /**
     * As {@link #rows}, but for an application, to which drivers give the current rows also when they are closed: then
     * others that are closed, as those themselves are not held any more.
     */
    public @Nullable ResultSet shownRows() throws SQLException {
        if (rows != null || !closed || !owner.session().dialect().drivers().givesClosedRows()) {
            return rows;
        }
        ResultSet gone = LocalRows.beside(
                owner.face(), List.of(), List.of(), owner.session().dialect());
        gone.close();
        return gone;
    }

    public long updateCount() {
        return updateCount;
    }

    /** The bounds of the execution; null where no rule bounds it. */
    public @Nullable ExecutionBounds bounds() {
        return bounds;
    }

    /** The query timeout of the execution, made of the one that the application set; 0 for none. */
    int timeoutSeconds(int own) {
        return bounds == null ? own : bounds.seconds(own);
    }

    /** Whether the execution that begins is neither a step of another nor bounded. */
    public boolean isOfItsOwn() {
        return bounds == null && (outer == null ? !inSteps : outer.stepsStart() == 0);
    }

    /**
     * Sets the bounds of the execution that begins; the time of the execution counts from now on, unless it counts
     * already. Null when the execution has failed: it has no bounds any more.
     */
    public void bounds(@Nullable ExecutionBounds given) {
        bounds = given;
        if (given != null && timeStart == 0) {
            timeStart = owner.nanos();
        }
    }

    /** How long a bounded execution has taken since its time began, in nanoseconds. */
    public long took() {
        return owner.nanos() - timeSince();
    }

    /** When the time of the execution began; 0 where nobody counts the time. */
    private long timeSince() {
        long steps = stepsStart();
        return steps != 0 ? steps : timeStart;
    }

    /** Remembers the run, so that it can be cancelled and is closed together with the results. */
    public void begin(GroupedRun started) throws SQLException {
        run = started;
        requireOpen();
        long since = timeSince();
        if (since != 0) {
            started.since(since);
        }
        if (isCancelled()) {
            started.cancelBefore();
        }
    }

    /** Whoever closes the statement sees the run that begins, or is seen here. */
    private void requireOpen() throws SQLException {
        if (owner.isClosed()) {
            run = null;
            throw SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
        }
    }

    /** An execution begins, which may have to be planned first: the query timeout counts from now on. */
    public void beginPlanning() {
        if (timeStart == 0 && owner.timeoutSeconds() > 0) {
            timeStart = owner.nanos();
        }
    }

    @Override
    public void check() {
        // what closes it forgets the cancel that came with it
        if (isClosed()) {
            throw new PlanningWork.PlanningStoppedException(new ShardingException(ErrorCode.STATEMENT_CLOSED));
        }
        if (isCancelled()) {
            throw new PlanningWork.PlanningStoppedException(new ShardingException(ErrorCode.CANCELLED));
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new PlanningWork.PlanningStoppedException(new ShardingException(ErrorCode.INTERRUPTED, "planning"));
        }
        checkTime();
    }

    /** @throws PlanningWork.PlanningStoppedException when the time of the execution is over */
    public void checkTime() {
        int seconds = owner.timeoutSeconds();
        long since = timeSince();
        if (seconds > 0 && since != 0 && owner.nanos() - since > TimeUnit.SECONDS.toNanos(seconds)) {
            throw new PlanningWork.PlanningStoppedException(new ShardingException(ErrorCode.QUERY_TIMEOUT, seconds));
        }
    }

    /**
     * An execution on one connection begins and can be cancelled by that connection from now on. A cancel that came
     * before stops the execution here.
     */
    void begin(Run.OfOneUnit started) throws SQLException {
        run = started;
        if (cancelled || outer != null && outer.isCancelled()) {
            started.cancel();
        }
        if (owner.closed) {
            throw SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
        }
    }

    /** The statements of a text begin: what they have open is closed, cancelled and broken off by this. */
    public void beginSeveral(Run together) {
        run = together;
    }

    /** The steps of an execution begin: a cancel that comes from now on ends the step that runs then. */
    public void beginSteps() {
        inSteps = true;
        if (timeStart == 0) {
            timeStart = owner.nanos();
        }
    }

    /** When the steps of the whole execution began, by {@link LogicStatement#nanos}; 0 when it has no steps. */
    public long stepsStart() {
        if (outer != null) {
            return outer.stepsStart();
        }
        return inSteps ? timeStart : 0;
    }

    /** This statement runs on behalf of another one. */
    public void within(StatementResults whole) {
        outer = whole;
    }

    private boolean isClosed() {
        return owner.isClosed() || outer != null && outer.isClosed();
    }

    /** Whether the execution was cancelled. */
    public boolean isCancelled() {
        return cancelled || outer != null && outer.isCancelled();
    }

    /** @throws SQLException when a cancel or the timeout ends the steps */
    public void checkSteps() throws SQLException {
        if (isCancelled()) {
            throw SqlErrors.of(ErrorCode.CANCELLED);
        }
    }

    /** The results of the step that runs for this statement, to be cancelled with it; null when no step runs. */
    public void nested(@Nullable StatementResults running) {
        nested = running;
    }

    /** The run failed and is closed. */
    public void failed() {
        run = null;
    }

    /**
     * Shows rows.
     *
     * @param source the work whose statements are still open; null for rows of our own
     */
    public void show(@Nullable ResultSet shown, @Nullable OpenWarnings source) {
        rows = shown;
        open = true;
        work = source;
    }

    /** Shows an update count. */
    public void count(long count) {
        updateCount = count;
    }

    /** There are, or may be, more results than the shown one. */
    public void continueWith(LaterResults more) {
        further = more;
    }

    /** Shows generated keys on demand. */
    public void generated(@Nullable GeneratedKeyRows made) {
        keys = made;
    }

    /** The generated keys, or null. */
    public @Nullable GeneratedKeyRows keys() {
        return keys;
    }

    /**
     * Adds warnings that somebody else has, such as a driver.
     *
     * @param chain null for none
     */
    public void warn(@Nullable SQLWarning chain) {
        if (chain != null) {
            chain().add(chain);
        }
    }

    private WarningChain chain() {
        if (warnings == null) {
            warnings = new WarningChain();
        }
        return warnings;
    }

    /** Adds a warning of the library. */
    public void warn(String message) {
        chain().addMade(new SQLWarning(message, "01000"));
    }

    /** Adds the warnings of a plan; most plans have none. */
    public void warn(List<String> messages) {
        for (String message : messages) {
            warn(message);
        }
    }

    /**
     * Adds a warning to the results of the whole execution, unless the same warning is there already.
     *
     * @param warning made for that
     */
    public void warnOnce(SQLWarning warning) {
        StatementResults whole = this;
        while (whole.outer != null) {
            whole = whole.outer;
        }
        for (SQLWarning known = whole.told(); known != null; known = known.getNextWarning()) {
            if (Objects.equals(known.getMessage(), warning.getMessage())) {
                return;
            }
        }
        whole.chain().addMade(warning);
    }

    /** What the execution was told; null for nothing. */
    private @Nullable SQLWarning told() {
        return warnings == null ? null : warnings.first();
    }

    /** Ends the run; the application has taken its results. */
    public void finish() throws SQLException {
        Run ended = run;
        run = null;
        if (ended != null) {
            ended.close();
        }
    }

    @Override
    public @Nullable Statement statement() {
        return owner.face();
    }

    @Override
    public boolean scrolls() {
        return owner.shape().type() != ResultSet.TYPE_FORWARD_ONLY;
    }

    @Override
    public SQLException unexpected(Throwable error) {
        Run open = run;
        if (open != null) {
            open.defect(error);
        }
        return owner.told(ResultOwner.withoutErrors(error), owner.text());
    }

    /** The application closed rows of this statement. */
    @Override
    public void closed(@Nullable ResultSet result) throws SQLException {
        if (closing) {
            return;
        }
        if (result == rows) {
            open = false;
        }
        if (kept != null && othersAreOpen(kept, result)) {
            return;
        }
        if (further != null && further.rowsFollow()) {
            return;
        }
        Throwable failure = null;
        try {
            Run ending = further == null ? run : null;
            if (further == null) {
                work = null;
            }
            if (ending != null) {
                RUN.lazySet(this, null);
                ending.close();
            }
        } catch (SQLException | RuntimeException | Error e) {
            failure = e;
        }
        try {
            // a statement that is closed with its rows is so too where they fail to close
            owner.completed();
        } catch (SQLException | RuntimeException | Error e) {
            failure = Closing.first(failure, e);
        }
        if (result == rows) {
            // A statement that is kept for its next execution does not hold what a driver has closed.
            rows = null;
            closed = true;
        }
        if (failure != null) {
            Closing.raise(failure);
        }
    }

    /** Whether there are, or may be, more results than the current one. */
    public boolean mayContinue() {
        return further != null;
    }

    /** Whether results of this execution are still read after one of several was closed. */
    private boolean othersAreOpen(List<ResultSet> all, @Nullable ResultSet result) throws SQLException {
        boolean leftBefore = all.remove(result);
        if (!all.isEmpty()) {
            return true;
        }
        kept = null;
        return leftBefore && rows != null && !rows.isClosed();
    }

    /**
     * Moves to the next result; see {@link Statement#getMoreResults(int)}. Behind the last result the run ends; where
     * results are kept open, the run ends when the last of them is closed.
     *
     * @throws SQLException also where the driver does not keep results, or closes no kept ones; then nothing has
     *     changed
     */
    public boolean next(int current) throws SQLException {
        LaterResults later = current == Statement.CLOSE_CURRENT_RESULT ? null : further;
        boolean movesFirst = later != null;
        boolean hasRows = later != null && later.next(current);
        leaveCurrent(current);
        if (shownKeys != null && owner.session().dialect().drivers().hasOneResultOfKeys()) {
            shownKeys.close();
        }
        if (further == null) {
            return false;
        }
        if (!movesFirst) {
            hasRows = further.next(current);
        }
        if (hasRows) {
            rows = further.rows(this);
            open = true;
        } else {
            updateCount = further.updateCount();
        }
        if (!hasRows && updateCount < 0) {
            further = null;
            if (kept == null) {
                finish();
            }
        }
        return hasRows;
    }

    private void leaveCurrent(int current) throws SQLException {
        updateCount = -1;
        closed = false;
        ResultSet left = rows;
        rows = null;
        if (current == Statement.KEEP_CURRENT_RESULT) {
            if (left != null && !left.isClosed()) {
                kept = kept == null ? new ArrayList<>() : kept;
                kept.add(left);
            }
            return;
        }
        boolean closesKept = current == Statement.CLOSE_ALL_RESULTS && kept != null;
        if (left == null && !closesKept) {
            return;
        }
        closing = true;
        try {
            if (left != null) {
                left.close();
            }
            if (closesKept) {
                closeKept();
            }
        } finally {
            closing = false;
        }
        if (further == null) {
            work = null;
            finish();
        }
    }

    private void closeKept() throws SQLException {
        List<ResultSet> all = kept;
        if (all != null) {
            for (ResultSet each : all) {
                each.close();
            }
            kept = null;
        }
    }

    /** Closes everything, before the next execution or with the statement. */
    public void closeAll() throws SQLException {
        try {
            closeToGoOn();
        } finally {
            if (cancelled) {
                cancelled = false;
            }
            bounds = null;
            timeStart = 0;
        }
    }

    /** Closes everything between two parts of a batch. Each part has its own time; a cancel ends the whole batch. */
    public void closeBetween() throws SQLException {
        try {
            closeToGoOn();
        } finally {
            bounds = null;
            timeStart = 0;
        }
    }

    /**
     * Closes everything of an execution that has failed and is executed once more, or in another way. To the
     * application both are one execution: a cancel that comes between them stops the second one, the time goes on, and
     * the bounds stay.
     */
    public void closeToGoOn() throws SQLException {
        try {
            try {
                if (shownKeys != null) {
                    shownKeys.close();
                }
            } finally {
                if (open || run != null || kept != null) {
                    closeOpen();
                }
            }
        } finally {
            rows = null;
            closed = false;
            open = false;
            updateCount = -1;
            keys = null;
            work = null;
            warnings = null;
            further = null;
            kept = null;
            if (bounds != null) {
                bounds.beginsAgain();
            }
            inSteps = false;
        }
    }

    private void closeOpen() throws SQLException {
        closing = true;
        try {
            if (rows != null) {
                rows.close();
            }
            if (kept != null) {
                closeKept();
            }
        } finally {
            closing = false;
            if (run != null) {
                finish();
            }
        }
    }

    /** The generated keys; without rows when none were asked for. */
    public ResultSet generatedKeys() throws SQLException {
        if (shownKeys == null) {
            shownKeys = new GeneratedKeyResults(this::keysClosed);
        }
        return shownKeys.show(
                keys == null ? GeneratedKeyRows.none() : keys,
                owner.face(),
                owner.session().dialect());
    }

    private void keysClosed(ResultSet result) throws SQLException {
        if (!closing && (rows == null || rows.isClosed())) {
            owner.completed();
        }
    }

    /**
     * The warnings of the execution so far: first what it has been told, then those of the open statements of shards,
     * which are asked now.
     */
    public @Nullable SQLWarning warnings() throws SQLException {
        SQLWarning open = work == null ? null : work.openWarnings();
        if (open == null) {
            return told();
        }
        // not on what it was told, as those are asked again
        WarningChain all = new WarningChain();
        all.add(told());
        all.add(open);
        return all.first();
    }

    public void clearWarnings() throws SQLException {
        warnings = null;
        if (work != null) {
            work.clearWarnings();
        }
    }

    /** Breaks the connections on which the execution runs. By any thread. */
    public void breakOff() {
        Run current = run;
        if (current != null) {
            current.breakOff();
        }
    }

    /** Cancels what runs; breaks a connection on which nothing can be cancelled. By any thread. */
    public void stop() {
        try {
            cancel();
        } catch (SQLException e) {
            breakOff();
        }
    }

    public void cancel() throws SQLException {
        cancelled = true;
        Run current = run;
        if (current != null) {
            current.cancel();
        }
        StatementResults inner = nested;
        if (inner != null && !inner.owner.isClosed()) {
            inner.cancel();
        }
    }
}
