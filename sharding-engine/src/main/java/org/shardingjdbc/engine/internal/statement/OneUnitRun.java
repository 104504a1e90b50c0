package org.shardingjdbc.engine.internal.statement;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.CancelTimes;
import org.shardingjdbc.engine.internal.execute.Cancellation;
import org.shardingjdbc.engine.internal.execute.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.Workers;
import org.shardingjdbc.engine.internal.limit.GuardedUse;
import org.shardingjdbc.engine.internal.observe.Counters;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.result.ShardResultSet;
import org.shardingjdbc.engine.internal.session.Borrower;
import org.shardingjdbc.engine.internal.session.RunHome;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.unit.CachedStatements;
import org.shardingjdbc.engine.internal.unit.OpenWarnings;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.rule.DataSourceGuard;

/**
 * The executions of a statement on one unit whose result is handed through, without a timeout, on the caller's thread:
 * acquire, bind, run, and be cancelled. What {@code UnitsWork}, {@code ShardRun} and {@code FanOut} do for several,
 * less what only several units, streams, timeouts and definitions need. One per statement, which begins it anew for
 * each execution, so that an execution makes no objects here. One thread at a time uses it; only {@link #cancel} and
 * {@link #breakOff} may be called by any thread at any time.
 *
 * <p>What it is worth: a statement that is used again costs 231 ns with it and 346 without, one that is prepared each
 * time 325 and 515 ({@code Operations.pointReused} and {@code pointPrepareEach} over stub drivers, one run).
 *
 * <pre>
 * executeQuery ── read ── plan.onlyUnit      which unit
 *                     ├── home.lend          a connection of the session, or of the pool
 *                     ├── bind               the parameters, as they were set
 *                     ├── run
 *                     └── results.show       the driver's rows, as the statement's result
 * </pre>
 */
public final class OneUnitRun implements Borrower, Cancellation.Target, OpenWarnings {
    private static final AtomicIntegerFieldUpdater<OneUnitRun> EXECUTING =
            AtomicIntegerFieldUpdater.newUpdater(OneUnitRun.class, "executing");

    private static final Object[] NO_VALUES = {};

    private final LogicStatement owner;
    private final StatementResults results;
    private final RunHome home;
    private final Cancellation cancellation = new Cancellation();

    private DeployedPlan deployed;
    private ShardExecution execution;
    /** Null for SQL without a PreparedStatement. */
    private Parameters given;

    private Object[] generatedKeys;

    private PhysicalConnection connection;
    private Statement statement;
    /** The kept statement that it has, and of what; null when its statement is closed after use. */
    private CachedStatements.CachedStatement lent;

    private CachedStatements cached;

    private ResultSet rows;
    private SQLWarning warning;
    private long updateCount;

    /** Why the execution is to end; null as long as it may go on. */
    private volatile SQLException stopped;
    /** The number of the execution that is under way; 0 when none is. */
    private volatile int executing;

    private int executions;

    /**
     * Executes a read around which there is nothing, and fills the statement's results.
     *
     * @param deployed which {@link DeployedPlan#isPlain}
     * @param set the parameters, all of them, or null for SQL without a PreparedStatement
     * @param counters null where nobody wants to know
     * @return false where it is not for one unit that is known at once, or more than its rows is asked for; then
     *     nothing has happened
     */
    public static boolean read(LogicStatement statement, DeployedPlan deployed, Parameters set, Counters counters)
            throws SQLException {
        ShardPlan plan = (ShardPlan) deployed.plan();
        ShardExecution unit = plan.onlyUnit(set == null ? NO_VALUES : set.values(), statement.hints());
        if (unit == null
                || (set == null ? unit.parameterCount(0) > 0 : set.withStreams())
                || !statement.readsPlainly()) {
            return false;
        }
        OneUnitRun run = of(statement);
        long begin = counters == null ? 0 : counters.begins(unit, plan, statement.nesting());
        try {
            run.execute(deployed, unit, set, null, StatementClass.READ, true);
            if (run.rows == null) {
                new NoRows(statement).described(deployed);
            } else {
                run.results.show(new ShardResultSet(run.rows, run.results, deployed.names()), run);
            }
            return true;
        } catch (SQLException e) {
            statement.closeAfter(e);
            throw ExecutionRequest.told(deployed, e);
        } catch (RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        } finally {
            if (counters != null) {
                counters.ended(unit, plan, begin);
            }
        }
    }

    /**
     * Executes, and fills the statement's results.
     *
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param generated the keys behind them, or null
     */
    static void execute(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            ShardExecution execution,
            Parameters set,
            Object[] generated)
            throws SQLException {
        OneUnitRun run = of(statement);
        DeployedPlan deployed = request.deployed();
        StatementResults results = statement.results();
        try {
            boolean returnsRows = deployed.isPlain() || request.returnsRows(plan);
            StatementClass statementClass = statement.shape().of(plan.statementClass());
            run.execute(deployed, execution, set, generated, statementClass, returnsRows);
            if (run.rows != null) {
                request.requireRows();
                ResultSet placed = statement.placed(run.rows, plan, deployed.deployment());
                results.show(new ShardResultSet(placed, results, deployed.names()), run);
            } else if (returnsRows && request.wanted() == ExpectedResult.ROWS) {
                new NoRows(statement).described(deployed);
            } else {
                request.requireCount();
                results.count(run.updateCount);
                if (run.warning != null) {
                    results.warn(run.warning);
                }
                results.finish();
            }
            if (request.keys().wanted()) {
                results.generated(request.shownKeys(plan, null, generated, set == null ? null : set.values()));
            }
        } catch (SQLException | RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        }
    }

    /** The one of a statement. */
    private static OneUnitRun of(LogicStatement owner) {
        Borrower known = owner.unitRun();
        if (known != null) {
            return (OneUnitRun) known;
        }
        OneUnitRun made = new OneUnitRun(owner);
        owner.unitRun(made);
        return made;
    }

    private OneUnitRun(LogicStatement owner) {
        this.owner = owner;
        this.results = owner.results();
        this.home = owner.session().runs();
    }

    // ---- the execution

    private void begin(DeployedPlan plan, ShardExecution unit, Parameters set, Object[] keys) {
        // Most executions are like the one before, and to write a reference costs the collector something.
        if (deployed != plan) {
            deployed = plan;
        }
        if (execution != unit) {
            execution = unit;
        }
        if (given != set) {
            given = set;
        }
        if (stopped != null) {
            stopped = null;
        }
        generatedKeys = keys;
        rows = null;
        warning = null;
        updateCount = -1;
    }

    /**
     * Takes the connection and executes; a cancel that comes from now on stops it. The execution before must be closed.
     * Afterwards the results may be read until {@link #close}.
     *
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param keys behind them, or null
     * @param returnsRows whether rows are its result
     * @throws SQLException after which nothing is open
     */
    private void execute(
            DeployedPlan plan,
            ShardExecution unit,
            Parameters set,
            Object[] keys,
            StatementClass statementClass,
            boolean returnsRows)
            throws SQLException {
        begin(plan, unit, set, keys);
        results.begin(this);
        boolean completed = false;
        executions = executions == Integer.MAX_VALUE ? 1 : executions + 1;
        EXECUTING.lazySet(this, executions);
        try {
            boolean transaction = home.lend(this, deployed, execution.dataSource(0), statementClass);
            DataSourceGuard guard = connection.guard();
            long begin = guard == null ? 0 : GuardedUse.begins(guard);
            try {
                run(returnsRows && !transaction);
                completed = true;
                if (begin != 0) {
                    GuardedUse.ended(guard, begin, null);
                }
            } catch (SQLException e) {
                if (stopped == null) {
                    GuardedUse.ended(guard, begin, e);
                } else {
                    GuardedUse.stopped(guard, begin, e, false);
                }
                SQLException described = describe(e);
                fail(described, transaction);
                throw described;
            } catch (RuntimeException | Error e) {
                fail(e, transaction);
                throw e;
            }
        } finally {
            EXECUTING.lazySet(this, 0);
            if (stopped != null) {
                cancellation.ended();
            }
            if (!completed) {
                home.end(this);
            }
        }
    }

    /** @param loads whether it returns rows that the driver loads into memory */
    private void run(boolean loads) throws SQLException {
        if (stopped != null) {
            throw stopped;
        }
        PhysicalConnection on = connection;
        Statement opened = given == null ? owner.options().on(owner.shape().create(on.jdbc()), 0) : prepare(on);
        statement = opened;
        if (given != null) {
            given.bind(execution, generatedKeys, (PreparedStatement) opened);
        }
        on.tune(opened, loads);
        cancellation.open();
        // Who stops it from now on sees the statement.
        if (stopped != null) {
            throw stopped;
        }
        boolean returned = given == null ? opened.execute(execution.sql(0)) : ((PreparedStatement) opened).execute();
        if (returned) {
            rows = opened.getResultSet();
        } else {
            updateCount = on.pool().counts().updateCount(opened);
            warning = opened.getWarnings();
        }
        if (stopped != null) {
            throw stopped;
        }
    }

    private PreparedStatement prepare(PhysicalConnection on) throws SQLException {
        String sql = execution.sql(0);
        CachedStatements keeper = owner.cachedOn(on);
        if (cached != keeper) {
            cached = keeper;
        }
        CachedStatements.CachedStatement found = keeper == null ? null : keeper.take(on, sql, execution.onlyUnit());
        if (found != null) {
            lent = found;
            return found.statement();
        }
        PreparedStatement prepared = owner.isOrdinary()
                ? on.prepare(sql)
                : owner.options().on(on.asNew(owner.shape().prepare(on.jdbc(), sql)), 0);
        if (keeper != null) {
            lent = keeper.lend(prepared, on, sql);
        }
        return prepared;
    }

    /** Says what was the reason and where the data source is. */
    private SQLException describe(SQLException error) {
        SQLException reason = stopped;
        if (reason != null) {
            if (reason != error) {
                reason.addSuppressed(SqlErrors.onDataSource(error, connection.dataSourceName()));
            }
            return reason;
        }
        connection.pool().failed(error);
        return SqlErrors.onDataSource(error, connection.dataSourceName());
    }

    private void fail(Throwable cause, boolean transaction) {
        // Who breaks the connection off from now on does not, and who did is seen by what follows.
        EXECUTING.lazySet(this, 0);
        cancellation.ended();
        SQLException closing = closeStatement();
        if (closing != null && closing != cause) {
            cause.addSuppressed(closing);
        }
        if (transaction) {
            home.failed(deployed, connection, cause);
        }
    }

    // ---- the connection

    @Override
    public boolean isExecuting() {
        return executing != 0;
    }

    @Override
    public void took(PhysicalConnection taken) {
        connection = taken;
    }

    @Override
    public PhysicalConnection leave() {
        PhysicalConnection used = connection;
        connection = null;
        return used;
    }

    // ---- what came of it

    @Override
    public SQLWarning openWarnings() throws SQLException {
        Statement open = statement;
        return open == null ? null : open.getWarnings();
    }

    @Override
    public void clearWarnings() throws SQLException {
        Statement open = statement;
        if (open != null) {
            open.clearWarnings();
        }
    }

    // ---- the end

    @Override
    public void close() throws SQLException {
        if (connection == null) {
            return;
        }
        SQLException error = null;
        try {
            error = closeStatement();
        } finally {
            home.end(this);
        }
        if (error != null) {
            throw SqlErrors.onDataSource(error, "closed last");
        }
    }

    /** Returns the failure, or null; a connection with one is not used again. */
    private SQLException closeStatement() {
        boolean cancelled = cancellation.close();
        Statement opened = statement;
        statement = null;
        if (opened == null) {
            return null;
        }
        PhysicalConnection used = connection;
        SQLException error = null;
        try {
            try {
                if (rows != null) {
                    rows.close();
                }
            } finally {
                if (lent == null) {
                    opened.close();
                } else {
                    release(opened);
                }
            }
        } catch (SQLException e) {
            if (used != null) {
                used.unfit();
            }
            error = e;
        }
        if (cancelled && cancellation.takeSent() && used != null) {
            used.endLateCancel();
        }
        return error;
    }

    /** Closes the statement, or keeps it for the next execution. */
    private void release(Statement opened) throws SQLException {
        CachedStatements.CachedStatement own = lent;
        if (own == null) {
            opened.close();
        } else {
            lent = null;
            cached.release(own);
        }
    }

    // ---- to be stopped

    @Override
    public void cancel() throws SQLException {
        SQLException reason = SqlErrors.of(ErrorCode.CANCELLED);
        synchronized (this) {
            if (stopped != null) {
                return;
            }
            stopped = reason;
        }
        // Read behind it: an execution that begins from now on stops by itself.
        int execution = executing;
        Workers workers = home.workers();
        if (execution != 0) {
            workers.runAfter(CancelTimes.SECOND_CANCEL_MILLIS, () -> {
                if (executing == execution) {
                    cancel(reason);
                }
            });
            workers.runAfter(
                    CancelTimes.GRACE_MILLIS,
                    () -> cancellation.breakOff(() -> executing == execution && stopped == reason ? connection : null));
        }
        cancel(reason);
    }

    /** Cancels the statement, if that reason still stops it: another execution may have begun. */
    private void cancel(SQLException reason) {
        if (stopped == reason) {
            cancellation.cancel(this, home.workers());
        }
    }

    @Override
    public PhysicalConnection toCancel() {
        return stopped == null ? null : connection;
    }

    @Override
    public void sendCancel() {
        Statement target = statement;
        PhysicalConnection on = connection;
        if (target == null || on == null) {
            // broken off meanwhile
            return;
        }
        try {
            target.cancel();
        } catch (SQLException e) {
            SQLException reason = stopped;
            if (reason != null) {
                reason.addSuppressed(SqlErrors.onDataSource(e, on.dataSourceName()));
            }
        }
    }

    @Override
    public void breakOff() {
        PhysicalConnection used = connection;
        if (used != null) {
            cancellation.breakOff(used);
        }
    }
}
