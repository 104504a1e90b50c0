package org.shardingjdbc.engine.internal.statement;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.ConnectionRun;
import org.shardingjdbc.engine.internal.execute.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.StopSignal;
import org.shardingjdbc.engine.internal.execute.Workers;
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

/**
 * The executions of a statement on one unit whose result is handed through, without a timeout, on the caller's thread:
 * acquire, bind, run. How it is run on its connection, cancelled and closed is the same as for several units
 * ({@link ConnectionRun}, {@link StopSignal}); what it leaves out is only what several units, streams, timeouts and
 * definitions need. One per statement, which begins it anew for each execution, so that an execution makes no objects
 * here. One thread at a time uses it; only {@link #cancel} and {@link #breakOff} may be called by any thread at any
 * time.
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
public final class OneUnitRun extends ConnectionRun implements Borrower, StopSignal.Target, OpenWarnings {
    private static final Object[] NO_VALUES = {};

    private final LogicStatement owner;
    private final StatementResults results;
    private final RunHome home;

    private DeployedPlan deployed;
    private ShardExecution execution;
    /** Null for SQL without a PreparedStatement. */
    private Parameters given;

    private Object[] generatedKeys;

    private Statement statement;
    /** The kept statement that it has, and of what; null when its statement is closed after use. */
    private CachedStatements.CachedStatement lent;

    private ResultSet rows;
    private SQLWarning warning;
    private long updateCount;
    /** Whether the driver loads the rows into memory. */
    private boolean loads;

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
        this.signal = new StopSignal(this);
    }

    // ---- the execution

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
        generatedKeys = keys;
        rows = null;
        warning = null;
        updateCount = -1;
        boolean completed = false;
        signal.beginsAnew();
        results.begin(this);
        try {
            boolean transaction = home.lend(this, plan, unit.dataSource(0), statementClass);
            loads = returnsRows && !transaction;
            Throwable failure = attempt();
            if (signal.ends() || failure != null) {
                fail(failure, transaction);
            }
            completed = true;
        } finally {
            if (!completed) {
                signal.ends();
                ended();
                home.end(this);
            }
        }
    }

    @Override
    protected void runStatements() throws SQLException {
        PhysicalConnection on = connection;
        Statement opened = given == null ? owner.options().on(owner.shape().create(on.jdbc()), 0) : prepare(on);
        statement = opened;
        if (given != null) {
            given.bind(execution, generatedKeys, (PreparedStatement) opened);
        }
        on.tune(opened, loads);
        if (!mayGoOn()) {
            StopSignal.raise(signal.reason());
        }
        boolean returned = given == null ? opened.execute(execution.sql(0)) : ((PreparedStatement) opened).execute();
        if (returned) {
            rows = opened.getResultSet();
        } else {
            updateCount = on.pool().counts().updateCount(opened);
            warning = opened.getWarnings();
        }
    }

    private PreparedStatement prepare(PhysicalConnection on) throws SQLException {
        String sql = execution.sql(0);
        CachedStatements keeper = owner.cachedOn(on);
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

    /**
     * Closes the statement; then throws why it failed, or for which reason it was stopped.
     *
     * @param failure null where it was stopped and answered all the same
     */
    private void fail(Throwable failure, boolean transaction) throws SQLException {
        // Who found it running has broken the connection off by now, which is seen by what follows.
        ended();
        Throwable cause = failure;
        if (signal.isStopped()) {
            cause = signal.reason();
            if (failure != null) {
                signal.attach(failure);
            }
        }
        SQLException closing = closeAll();
        if (closing != null && closing != cause) {
            cause.addSuppressed(closing);
        }
        if (transaction) {
            home.failed(deployed, connection, cause);
        }
        StopSignal.raise(cause);
    }

    // ---- the connection

    @Override
    public boolean isExecuting() {
        return signal.isRunning();
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
            error = closeAll();
        } finally {
            home.end(this);
        }
        if (error != null) {
            throw SqlErrors.onDataSource(error, "closed last");
        }
    }

    @Override
    protected SQLException closeStatements() {
        Statement opened = statement;
        if (opened == null) {
            return null;
        }
        statement = null;
        CachedStatements.CachedStatement own = lent;
        lent = null;
        try {
            try {
                if (rows != null) {
                    rows.close();
                }
            } finally {
                if (own == null) {
                    opened.close();
                } else {
                    own.release();
                }
            }
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    // ---- to be stopped

    @Override
    public void cancel() {
        signal.stop(SqlErrors.of(ErrorCode.CANCELLED));
    }

    @Override
    public ConnectionRun[] parts() {
        return new ConnectionRun[] {this};
    }

    @Override
    public Workers workers() {
        return home.workers();
    }

    @Override
    protected List<Statement> targets() {
        Statement target = statement;
        return target == null ? List.of() : List.of(target);
    }
}
