package org.shardingjdbc.engine.internal.run;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements;
import org.shardingjdbc.engine.internal.execute.driver.OpenWarnings;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/**
 * The run of a statement's executions on one unit whose result is handed through, without a timeout, on the caller's
 * thread: take, bind, run. Be it a plain read or what a plan decided to be of one unit. How it is run on its
 * connection, cancelled and closed is {@link ConnectionRun.Single}; what it leaves out is only what several units,
 * streams, timeouts and definitions need. One per statement, which begins it anew for each execution, so that an
 * execution makes no objects here. One thread at a time uses it; only {@link #cancel} and {@link #breakOff} may be
 * called by any thread at any time.
 *
 * <p>What it is worth: a statement that is used again costs 231 ns with it and 346 without, one that is prepared each
 * time 325 and 515 ({@code Operations.pointReused} and {@code pointPrepareEach} over stub drivers, one run).
 *
 * <pre>
 * execute ── run ── takeConnection   a connection of the session, or of the pool
 *               └── runStatements    the driver's statement, the parameters as they were set, its execution
 * </pre>
 */
public final class OneUnitRun extends ConnectionRun.Single implements Run.OfOneUnit, OpenWarnings {
    private final Owner owner;
    private final ConnectionLender lender;

    /** The logical statement whose executions these are, as far as the run asks for that. */
    public interface Owner {
        /** How the statement's result sets are; always the same. */
        StatementShape shape();

        /** What is set on the statement now. */
        StatementOptions options();

        /** Whether nothing is set on the statement, and its result sets are as drivers make them by themselves. */
        boolean isOrdinary();

        /** What keeps statements on that connection for the next execution; null when they are closed after use. */
        @Nullable
        CachedStatements cachedOn(PhysicalConnection connection);

        /** From now on a cancel of the statement stops that run; a cancel that came before stops the run here. */
        void begins(Run.OfOneUnit run) throws SQLException;
    }

    // ---- of this execution

    // execute sets both first
    @SuppressWarnings("NullAway.Init")
    private DeployedPlan deployed;

    @SuppressWarnings("NullAway.Init")
    private ChosenUnits execution;
    /** Null for SQL without a PreparedStatement. */
    private @Nullable Parameters given;

    private Object @Nullable [] generatedKeys;
    /** Whether rows are the result. */
    private boolean returnsRows;
    /** Whether the execution is in a transaction of the user. */
    private boolean transaction;

    // ---- what came of it

    private @Nullable Statement statement;
    /** The driver's statement as its keeper knows it; null when that statement is closed after use. */
    private CachedStatements.@Nullable CachedStatement lent;

    /** Null where the execution gave a count, and once the rows are closed, by any thread. */
    private @Nullable ResultSet rows;

    /** Whether the execution gave rows, whoever has closed them since. Written by the executing thread alone. */
    private boolean gaveRows;

    private long updateCount;
    /** Whether the driver has executed the statement, whatever failed then. */
    private boolean executed;

    public OneUnitRun(Owner owner, ConnectionLender lender) {
        this.owner = owner;
        this.lender = lender;
    }

    // ---- the execution

    /**
     * Executes. The execution before must be closed; a cancel that comes from now on stops it.
     *
     * @param by the plan of what is executed, or of the SET with a query of which that is executed
     * @param unit of what that runs on shards, one
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param keys behind them, or null
     * @param ofRows whether rows are the result
     * @return the driver's rows, open until this is closed; null where the execution gave an {@link #updateCount}
     * @throws SQLException after which nothing is open; also where another thread has closed the rows by now
     */
    public @Nullable ResultSet execute(
            DeployedPlan by, ChosenUnits unit, @Nullable Parameters set, Object @Nullable [] keys, boolean ofRows)
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
        returnsRows = ofRows;
        transaction = false;
        executed = false;
        gaveRows = false;
        run();
        ResultSet read = rows;
        if (read == null && gaveRows) {
            // null says that it gave a count
            throw whyClosed();
        }
        return read;
    }

    /** The count of the last execution, where that gave no rows. */
    public long updateCount() {
        return updateCount;
    }

    @Override
    protected void takeConnection() throws SQLException {
        owner.begins(this);
        transaction = lender.lend(this, deployed, execution.dataSource(0));
    }

    @Override
    public StatementClass statementClass() {
        ShardPlan plan = Objects.requireNonNull(deployed.onShards(), "it runs on no shard");
        return owner.shape().of(plan.statementClass());
    }

    @Override
    protected void runStatements(PhysicalConnection on) throws SQLException {
        Statement opened = given == null ? owner.options().on(owner.shape().create(on.jdbc()), 0) : prepare(on);
        statement = opened;
        if (given != null) {
            given.bind(execution, generatedKeys, (PreparedStatement) opened);
        }
        on.sends(opened, returnsRows && !transaction);
        if (!mayGoOn()) {
            Closing.raise(Objects.requireNonNull(signal.reason(), "nobody has stopped it"));
        }
        boolean returned = given == null ? opened.execute(execution.sql(0)) : ((PreparedStatement) opened).execute();
        executed = true;
        if (returned) {
            rows = opened.getResultSet();
            gaveRows = true;
        } else {
            updateCount = on.pool().counts().updateCount(opened);
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

    // ---- the end

    @Override
    protected void failed(PhysicalConnection on, @Nullable Throwable failure, Throwable cause) {
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
    protected @Nullable SQLException closeStatements() {
        Statement opened = statement;
        if (opened == null) {
            return null;
        }
        CachedStatements.@Nullable CachedStatement own = lent;
        ResultSet read = rows;
        // A statement that is kept for its next execution holds nothing of this one meanwhile.
        statement = null;
        lent = null;
        rows = null;
        try {
            try {
                if (read != null) {
                    read.close();
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
    public @Nullable SQLWarning openWarnings() throws SQLException {
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
