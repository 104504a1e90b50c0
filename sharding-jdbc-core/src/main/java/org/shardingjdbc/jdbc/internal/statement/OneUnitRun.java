package org.shardingjdbc.jdbc.internal.statement;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.jdbc.internal.error.SqlErrors;
import org.shardingjdbc.jdbc.internal.execute.CancelTimes;
import org.shardingjdbc.jdbc.internal.execute.Cancellation;
import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import org.shardingjdbc.jdbc.internal.execute.ShardPool;
import org.shardingjdbc.jdbc.internal.execute.Workers;
import org.shardingjdbc.jdbc.internal.execute.loss.PoolLosses;
import org.shardingjdbc.jdbc.internal.limit.GuardedUse;
import org.shardingjdbc.jdbc.internal.parameter.Parameters;
import org.shardingjdbc.jdbc.internal.parameter.UnitParameters;
import org.shardingjdbc.jdbc.internal.result.ExpectedResult;
import org.shardingjdbc.jdbc.internal.result.ShardResultSet;
import org.shardingjdbc.jdbc.internal.session.Borrower;
import org.shardingjdbc.jdbc.internal.session.RunHome;
import org.shardingjdbc.jdbc.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.jdbc.internal.statement.logic.LogicStatement;
import org.shardingjdbc.jdbc.internal.statement.logic.StatementResults;
import org.shardingjdbc.jdbc.internal.unit.CachedStatements;
import org.shardingjdbc.jdbc.internal.unit.OpenWarnings;
import org.shardingjdbc.jdbc.internal.unit.ReusedStatements;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.LastKeyUse;
import org.shardingjdbc.plan.internal.unit.ShardExecution;

/**
 * The executions of a statement on one unit whose result is handed through, without a timeout, on the caller's thread:
 * acquire, bind, run, and be cancelled. What {@link UnitsWork}, {@link ShardRun} and {@link FanOut} do for them, less
 * what only several units, streams, timeouts and definitions need. One per statement, which begins it anew for each
 * execution, so that an execution makes no objects here. One thread at a time uses it; only {@link #cancel} and
 * {@link #breakOff} may be called by any thread at any time.
 *
 * <p>What it is worth: a statement that is used again costs 231 ns with it and 346 without, one that is prepared each
 * time 325 and 515 ({@code Operations.pointReused} and {@code pointPrepareEach} over stub drivers, one run).
 */
final class OneUnitRun implements Borrower, Cancellation.Target, OpenWarnings {
    private static final AtomicIntegerFieldUpdater<OneUnitRun> EXECUTING =
            AtomicIntegerFieldUpdater.newUpdater(OneUnitRun.class, "executing");

    private final LogicStatement owner;
    private final RunHome home;
    private final Cancellation cancellation = new Cancellation();

    private DeployedPlan deployed;
    private ShardExecution execution;
    /** Null for SQL without a PreparedStatement. */
    private Parameters given;

    private Object[] generatedKeys;

    private PhysicalConnection connection;
    private boolean reserved;
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

    // ---- what it is for

    /** Whether a plain read asks for nothing that is not done here. */
    static boolean suits(LogicStatement statement, ShardExecution execution, Parameters set) {
        return execution.size() == 1
                && execution.merge() == null
                && !set.withStreams()
                && statement.asksNothingSpecial();
    }

    /** Whether an execution of any plan asks for nothing that is not done here. */
    static boolean suits(
            LogicStatement statement,
            ExecutionRequest request,
            ShardPlan plan,
            ShardExecution execution,
            Parameters set) {
        StatementClass statementClass = plan.statementClass();
        return suits(statement, execution, set)
                && !plan.transformsValues()
                && (statementClass == StatementClass.READ
                        || statementClass == StatementClass.WRITE
                        || statementClass == StatementClass.LOCKING_READ)
                && (!request.keys().wanted() || !request.driverKeys(plan).wanted())
                && !isOfSession(statement, plan)
                && !request.deployed().deployment().props().showSql();
    }

    /** Whether its connection or driver has to do with what the session remembers. */
    private static boolean isOfSession(LogicStatement statement, ShardPlan plan) {
        if (plan.variables() != null && !plan.variables().left().isEmpty()) {
            return true;
        }
        LastKeyUse use = plan.lastKey();
        return use != null
                && (use.asked() != null || statement.session().lastKey().isOfDriver(use));
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
        run.begin(deployed, execution, set, generated);
        StatementResults results = statement.results();
        results.begin(run);
        try {
            boolean returnsRows = deployed.isPlain() || request.returnsRows(plan);
            run.execute(statement.shape().of(plan.statementClass()), returnsRows);
            if (run.rows != null) {
                request.requireRows();
                Deployment deployment = deployed.deployment();
                ResultSet placed = statement.placed(run.rows, plan, deployment);
                results.show(new ShardResultSet(placed, results, deployment.names()), run);
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
        this.home = owner.session().runs();
    }

    // ---- the execution

    /**
     * Another execution begins; then {@link #execute}. A cancel that comes from now on stops it. The one before must be
     * closed.
     *
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param keys behind them, or null
     */
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
     * Takes the connection and executes. Afterwards the results may be read until {@link #close}.
     *
     * @param returnsRows whether rows are its result
     * @throws SQLException after which nothing is open
     */
    private void execute(StatementClass statementClass, boolean returnsRows) throws SQLException {
        boolean completed = false;
        try {
            acquire(statementClass);
            boolean transaction = home.transactions().isOpen();
            ShardPool pool = connection.pool();
            long begin = GuardedUse.begins(pool.guard());
            try {
                run(returnsRows && !transaction ? pool.drivers().bufferFetchSize(0) : 0);
                completed = true;
                if (begin != 0) {
                    GuardedUse.ended(pool.guard(), begin, null);
                }
            } catch (SQLException e) {
                if (stopped == null) {
                    GuardedUse.ended(pool.guard(), begin, e);
                } else {
                    GuardedUse.stopped(pool.guard(), begin, e, false);
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

    /** Where the database is lost that was chosen, another one may be by now; nothing was executed yet. */
    private void acquire(StatementClass statementClass) throws SQLException {
        try {
            home.lend(this, deployed, execution.dataSource(0), statementClass);
        } catch (SQLException e) {
            boolean bound = deployed.deployment().choice() == null
                    || home.transactions().isOpen();
            if (bound || !PoolLosses.isRefused(e)) {
                throw e;
            }
            home.lend(this, deployed, execution.dataSource(0), statementClass);
        }
    }

    private void run(int fetchSize) throws SQLException {
        executions = executions == Integer.MAX_VALUE ? 1 : executions + 1;
        EXECUTING.lazySet(this, executions);
        checkStopped();
        PhysicalConnection on = connection;
        Statement opened = given == null ? withOptions(owner.shape().create(on.jdbc())) : bound(on);
        statement = opened;
        on.tune(opened, fetchSize);
        cancellation.open();
        // Who stops it from now on sees the statement.
        checkStopped();
        boolean returned = given == null ? opened.execute(execution.sql(0)) : ((PreparedStatement) opened).execute();
        if (returned) {
            rows = opened.getResultSet();
        } else {
            updateCount = on.pool().counts().updateCount(opened);
            warning = opened.getWarnings();
        }
        checkStopped();
        if (returned) {
            // They are in memory: others may use the connection too.
            share(on);
        }
    }

    private void checkStopped() throws SQLException {
        SQLException reason = stopped;
        if (reason != null) {
            throw reason;
        }
    }

    private PreparedStatement bound(PhysicalConnection on) throws SQLException {
        PreparedStatement prepared = prepare(on);
        boolean bound = false;
        try {
            UnitParameters.bind(given, generatedKeys, prepared, execution);
            bound = true;
            return prepared;
        } finally {
            if (!bound) {
                release(prepared);
            }
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
        PreparedStatement prepared =
                withOptions(ReusedStatements.asNew(owner.shape().prepare(on.jdbc(), sql), on));
        if (keeper != null) {
            lent = keeper.lend(prepared, on, sql);
        }
        return prepared;
    }

    private <T extends Statement> T withOptions(T made) throws SQLException {
        boolean ready = false;
        try {
            owner.options().apply(made, 0);
            ready = true;
            return made;
        } finally {
            if (!ready) {
                made.close();
            }
        }
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
    public void took(PhysicalConnection taken) {
        connection = taken;
        taken.reserve();
        reserved = true;
    }

    @Override
    public PhysicalConnection leave() {
        PhysicalConnection used = connection;
        connection = null;
        if (used != null && reserved) {
            share(used);
        }
        return used;
    }

    private void share(PhysicalConnection used) {
        reserved = false;
        used.unreserve();
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
        cancellation.close();
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
                release(opened);
            }
        } catch (SQLException e) {
            if (used != null) {
                used.unfit();
            }
            error = e;
        }
        if (cancellation.takeSent() && used != null) {
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
            workers.runAfter(CancelTimes.SECOND_MILLIS, () -> {
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
