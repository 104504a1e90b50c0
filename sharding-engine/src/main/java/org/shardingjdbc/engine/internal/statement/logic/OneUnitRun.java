package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.ConnectionRun;
import org.shardingjdbc.engine.internal.execute.StopSignal;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.session.Run;
import org.shardingjdbc.engine.internal.session.RunHome;
import org.shardingjdbc.engine.internal.task.CachedStatements;
import org.shardingjdbc.engine.internal.task.OpenWarnings;
import org.shardingjdbc.error.ErrorCode;
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
 * execute ── home.lend          a connection of the session, or of the pool
 *         ├── bind               the parameters, as they were set
 *         └── run                on the driver's statement, whose rows or {@link #updateCount} came of it
 * </pre>
 */
public final class OneUnitRun extends ConnectionRun implements Run.Borrower, StopSignal.Target, OpenWarnings {
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
    /** Whether the driver has executed it, whatever failed then. */
    private boolean executed;
    /** Whether the driver loads the rows into memory. */
    private boolean loads;

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
        this.results = owner.results;
        this.home = owner.session.runs();
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
     * @return the driver's rows; null where it gave none but an {@link #updateCount}
     * @throws SQLException after which nothing is open
     */
    public ResultSet execute(
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
        executed = false;
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
            return rows;
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
        Statement opened = given == null ? owner.options.on(owner.shape.create(on.jdbc()), 0) : prepare(on);
        statement = opened;
        if (given != null) {
            given.bind(execution, generatedKeys, (PreparedStatement) opened);
        }
        on.tune(opened, loads);
        if (!mayGoOn()) {
            StopSignal.raise(signal.reason());
        }
        boolean returned = given == null ? opened.execute(execution.sql(0)) : ((PreparedStatement) opened).execute();
        executed = true;
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
                : owner.options.on(on.asNew(owner.shape.prepare(on.jdbc(), sql)), 0);
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
            boolean answered = executed || failure != null && !SqlErrors.leavesNothing(failure);
            home.failed(deployed, connection, answered, cause);
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

    /** The driver's update count; -1 where it gave rows. */
    public long updateCount() {
        return updateCount;
    }

    /** What the driver warned of where it gave a count; mostly null. */
    public SQLWarning warning() {
        return warning;
    }

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
        home.wake();
    }

    @Override
    public SQLException stopped() {
        return signal.reason() instanceof SQLException why ? why : null;
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
