package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements;
import org.shardingjdbc.engine.internal.execute.driver.OpenWarnings;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.result.ShardResultSet;
import org.shardingjdbc.engine.internal.run.ConnectionLender;
import org.shardingjdbc.engine.internal.run.ConnectionRun;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The executions of a statement on one unit whose result is handed through, without a timeout, on the caller's thread:
 * acquire, bind, run, show. The one way for that, be it a plain read or what a plan decided to be of one unit. How it
 * is run on its connection, cancelled and closed is {@link ConnectionRun.Single}; what it leaves out is only what
 * several units, streams, timeouts and definitions need. One per statement, which begins it anew for each execution, so
 * that an execution makes no objects here. One thread at a time uses it; only {@link #cancel} and {@link #breakOff} may
 * be called by any thread at any time.
 *
 * <p>What it is worth: a statement that is used again costs 231 ns with it and 346 without, one that is prepared each
 * time 325 and 515 ({@code Operations.pointReused} and {@code pointPrepareEach} over stub drivers, one run).
 *
 * <pre>
 * execute ── run ── takeConnection   a connection of the session, or of the pool
 *         │     └── runStatements    the driver's statement, the parameters as they were set, its execution
 *         └── results.show           the driver's rows or its count, as the statement's result
 * </pre>
 */
public final class OneUnitRun extends ConnectionRun.Single implements Run.OfOneUnit, OpenWarnings {
    private final LogicStatement owner;
    private final ConnectionLender lender;

    // ---- of this execution

    private DeployedPlan deployed;
    private ChosenUnits execution;
    /** Null for SQL without a PreparedStatement. */
    private Parameters given;

    private Object[] generatedKeys;
    /** Which results the client can take. */
    private ExpectedResult wanted;
    /** Whether rows are its result. */
    private boolean returnsRows;
    /** Whether it is in a transaction of the user. */
    private boolean transaction;

    // ---- what came of it

    private Statement statement;
    /** The kept statement that it has, and of what; null when its statement is closed after use. */
    private CachedStatements.CachedStatement lent;

    /** Null where it gave a count, which the statement's results have then. */
    private ResultSet rows;
    /** Whether the driver has executed it, whatever failed then. */
    private boolean executed;

    /** The one of a statement. */
    public static OneUnitRun of(LogicStatement owner) {
        OneUnitRun run = (OneUnitRun) owner.unitRun;
        if (run == null) {
            run = new OneUnitRun(owner);
            owner.unitRun = run;
        }
        return run;
    }

    private OneUnitRun(LogicStatement owner) {
        this.owner = owner;
        this.lender = owner.session.runs();
    }

    // ---- the execution

    /**
     * Executes, and fills the statement's results: with the driver's rows as they are read, or its count. The execution
     * before must be closed; a cancel that comes from now on stops it.
     *
     * @param by the plan of what is executed, or of the SET with a query of which that is executed
     * @param unit of what that runs on shards, one
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param keys behind them, or null
     * @param ofRows whether rows are its result
     * @param results which the client can take
     * @throws SQLException after which nothing is open
     * @throws ShardingException where its result is one that the client cannot take; then nothing is open either
     */
    public void execute(
            DeployedPlan by, ChosenUnits unit, Parameters set, Object[] keys, boolean ofRows, ExpectedResult results)
            throws SQLException {
        // Most executions are like the one before, and to write a reference costs the collector something.
        if (deployed != by) {
            deployed = by;
        }
        if (execution != unit) {
            execution = unit;
        }
        if (given != set) {
            given = set;
        }
        generatedKeys = keys;
        if (wanted != results) {
            wanted = results;
        }
        returnsRows = ofRows;
        transaction = false;
        rows = null;
        executed = false;
        try {
            run();
            if (rows == null) {
                showNoRows();
                return;
            }
            if (wanted == ExpectedResult.COUNT) {
                throw new ShardingException(ErrorCode.RESULT_IS_ROWS, "executeUpdate");
            }
            boolean asTheyAre = owner.shape == StatementShape.DEFAULT;
            ResultSet shown = asTheyAre ? rows : owner.placed(rows, deployed.onShards(), deployed.deployment());
            owner.results.show(new ShardResultSet(shown, owner.results, deployed.names()), this);
        } catch (SQLException | RuntimeException | Error e) {
            owner.closeAfter(e);
            throw e;
        }
    }

    @Override
    protected void takeConnection() throws SQLException {
        owner.results.begin(this);
        transaction = lender.lend(this, deployed, execution.dataSource(0));
    }

    @Override
    public StatementClass statementClass() {
        return owner.shape.of(deployed.onShards().statementClass());
    }

    @Override
    protected void runStatements(PhysicalConnection on) throws SQLException {
        Statement opened = given == null ? owner.options.on(owner.shape.create(on.jdbc()), 0) : prepare(on);
        statement = opened;
        if (given != null) {
            given.bind(execution, generatedKeys, (PreparedStatement) opened);
        }
        on.tune(opened, returnsRows && !transaction);
        on.sends();
        if (!mayGoOn()) {
            StopSignal.raise(signal.reason());
        }
        boolean returned = given == null ? opened.execute(execution.sql(0)) : ((PreparedStatement) opened).execute();
        executed = true;
        if (returned) {
            rows = opened.getResultSet();
        } else if (wanted != ExpectedResult.ROWS) {
            // Where it is stopped all the same, what failed takes this back with the rest.
            owner.results.count(on.pool().counts().updateCount(opened));
            SQLWarning warning = opened.getWarnings();
            if (warning != null) {
                owner.results.warn(warning);
            }
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
        boolean ordinary = !owner.options.own && owner.shape == StatementShape.DEFAULT;
        PreparedStatement prepared =
                ordinary ? on.prepare(sql) : owner.options.on(on.asNew(owner.shape.prepare(on.jdbc(), sql)), 0);
        if (keeper != null) {
            lent = keeper.lend(prepared, on, sql);
        }
        return prepared;
    }

    /** The count is in the results, where it may be. */
    private void showNoRows() throws SQLException {
        if (wanted != ExpectedResult.ROWS) {
            owner.results.finish();
        } else if (returnsRows) {
            new NoRows(owner).described(deployed);
        } else {
            throw new ShardingException(ErrorCode.RESULT_IS_NO_ROWS);
        }
    }

    // ---- the end

    @Override
    protected void failed(PhysicalConnection on, Throwable failure, Throwable cause) {
        if (transaction) {
            boolean answered = executed || failure != null && !SqlErrors.leavesNothing(failure);
            lender.failed(deployed, on, answered, cause);
        }
    }

    @Override
    protected void giveConnectionBack() {
        lender.end(this);
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
        stop(SqlErrors.of(ErrorCode.CANCELLED));
    }

    @Override
    protected void stop(SQLException why) {
        super.stop(why);
        lender.wake();
    }

    @Override
    protected SQLException whyClosed() {
        return lender.whyClosed();
    }

    @Override
    public Workers workers() {
        return lender.workers();
    }

    @Override
    protected List<Statement> targets() {
        Statement target = statement;
        return target == null ? List.of() : List.of(target);
    }

    // ---- what the driver warns of

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
}
