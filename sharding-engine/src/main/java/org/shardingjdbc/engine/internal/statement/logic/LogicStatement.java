package org.shardingjdbc.engine.internal.statement.logic;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.StreamSource;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.result.ShardResultSet;
import org.shardingjdbc.engine.internal.run.ExecutionListener;
import org.shardingjdbc.engine.internal.run.OneUnitRun;
import org.shardingjdbc.engine.internal.run.Run;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.route.internal.bind.PlanningWork;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * A statement of a session as the classes that execute it see it: what is set on it, and its results. It is one of the
 * application, or a step on behalf of one. Knows none of those classes. Not thread-safe.
 */
public abstract class LogicStatement implements OneUnitRun.Owner {
    /** Only to be read; {@link #changed} returns the options to be written. */
    protected StatementOptions options;
    /**
     * The open statements of its connection; null for a step, which is none of them, and once the statement is closed.
     */
    private @Nullable OpenStatements siblings;
    /** The neighbours among {@link #siblings}. */
    private @Nullable LogicStatement previous;

    private @Nullable LogicStatement next;

    private boolean written;
    /** The table beside whose writes rules write, as {@link #accompanied} has it; mostly null. */
    private @Nullable String accompanied;

    /** Where the statement is executed. */
    protected final Session session;
    /** The current result. */
    protected final StatementResults results;

    final StatementShape shape;

    /** Copies of parameter streams that the statement has to end; null until there is one. */
    protected @Nullable List<StreamSource> spooled;

    /** Null until an execution needs it. */
    private @Nullable OneUnitRun unitRun;

    /** By any thread; {@link #isClosed} for who is not its results. */
    volatile boolean closed;

    /**
     * @param session where the statement is executed
     * @param options the first ones
     */
    protected LogicStatement(Session session, StatementShape shape, StatementOptions options) {
        this.session = session;
        this.shape = shape;
        this.options = options;
        this.results = new StatementResults(this);
    }

    /** What the application set, to be read. */
    @Override
    public final StatementOptions options() {
        return options;
    }

    /** The query timeout: what the application set, or less where a rule bounds the execution; 0 for none. */
    public final int timeoutSeconds() {
        return results.timeoutSeconds(options.queryTimeoutSeconds);
    }

    /** Whether the rows of its queries are in memory when its execution is over, whatever the application asked for. */
    public boolean holdsRows() {
        return false;
    }

    /** The time by which its executions are timed out, as {@link System#nanoTime()} tells it. */
    protected long nanos() {
        return System.nanoTime();
    }

    /** The options to be changed. */
    protected final StatementOptions changed() {
        if (!options.own) {
            options = options.copy();
        }
        return options;
    }

    /** From now on rules write beside the statement's writes of that table; null ends that. */
    public final void accompanied(@Nullable String table) {
        accompanied = table;
    }

    /**
     * Whether rules write beside the statement, a write of that table, or beside the statement of which this is a step:
     * they do not write beside the steps once more.
     */
    public boolean accompanies(String table) {
        return table.equals(accompanied);
    }

    /** On behalf of how many statements, one within the other, this one runs; 0 for one of the application. */
    public int nesting() {
        return 0;
    }

    /** Whether the last execution had written when it failed. */
    public final boolean written() {
        return written;
    }

    public final void written(boolean wrote) {
        written = wrote;
    }

    // ---- executions on one unit whose results are handed through

    /**
     * Whether the statement asks nothing special of its execution: no option is set that an execution has to do with,
     * no parameter is a stream, the statement is no step and not bounded, and nobody listens to its session.
     *
     * @param set the parameters
     * @param watched whether somebody may listen
     */
    public final boolean asksNothingSpecial(Parameters set, boolean watched) {
        return (!options.own || options.areOfExecutionsDefaults())
                && results.isOfItsOwn()
                && !set.withStreams()
                && (!watched || session.listener() == null);
    }

    /**
     * Executes on one unit, whose result becomes the statement's result as it is: the driver's rows as they are read,
     * or its count. The execution before must be closed.
     *
     * @param by the plan of what is executed, or of the SET with a query of which that is executed
     * @param unit of what that runs on shards, one
     * @param set the parameters, or null for SQL without a PreparedStatement
     * @param keys behind them, or null
     * @param ofRows whether rows are the result
     * @param wanted which results the client can take
     * @return false where the client can take rows alone, and there are none
     * @throws SQLException after which nothing is open
     * @throws ShardingException where the result is rows, which the client cannot take; then nothing is open either
     */
    public final boolean executeAlone(
            DeployedPlan by,
            ChosenUnits unit,
            @Nullable Parameters set,
            Object @Nullable [] keys,
            boolean ofRows,
            ExpectedResult wanted)
            throws SQLException {
        OneUnitRun run = unitRun;
        if (run == null) {
            run = new OneUnitRun(this, session.runs());
            unitRun = run;
        }
        try {
            ResultSet rows = run.execute(by, unit, set, keys, ofRows);
            if (rows == null) {
                return takesCount(run, wanted);
            }
            if (wanted == ExpectedResult.COUNT) {
                throw new ShardingException(ErrorCode.RESULT_IS_ROWS, "executeUpdate");
            }
            boolean asTheyAre = shape == StatementShape.DEFAULT;
            ResultSet shown = asTheyAre ? rows : placed(rows, by.onShards(), by.deployment());
            results.show(new ShardResultSet(shown, results, by.names()), run);
            return true;
        } catch (SQLException | RuntimeException | Error e) {
            closeAfter(e);
            throw e;
        }
    }

    private boolean takesCount(OneUnitRun run, ExpectedResult wanted) throws SQLException {
        if (wanted == ExpectedResult.ROWS) {
            return false;
        }
        results.count(run.updateCount());
        results.warn(run.openWarnings());
        results.finish();
        return true;
    }

    @Override
    public final void begins(Run.OfOneUnit run) throws SQLException {
        results.begin(run);
    }

    @Override
    public final boolean isOrdinary() {
        return !options.own && shape == StatementShape.DEFAULT;
    }

    // ---- what the statement is, and has

    public final Session session() {
        return session;
    }

    @Override
    public final StatementShape shape() {
        return shape;
    }

    /** The rows of one data node as the application may change them, as long as that configuration counts. */
    public final ResultSet placed(ResultSet rows, @Nullable ShardPlan plan, Deployment read) throws SQLException {
        return shape.isUpdatable()
                ? session.changing(shape.placed(rows, Objects.requireNonNull(plan, "rows are of shards"), read), read)
                : rows;
    }

    /** The values from outside the SQL that hold for an execution that begins now. */
    public HintValues hints() {
        return HintValues.current();
    }

    /** Copies of parameter streams that the statement has to end. */
    public final List<StreamSource> spooled() {
        if (spooled == null) {
            spooled = new ArrayList<>();
        }
        return spooled;
    }

    /**
     * How the shards' statements of an execution are made.
     *
     * @param driverKeys what the drivers are asked for
     * @param maxRowsOfShard 0 for all
     */
    public UnitStatements unitStatements(GeneratedKeyRequest driverKeys, long maxRowsOfShard) {
        return unitStatements(driverKeys, maxRowsOfShard, null);
    }

    /** @param cached what keeps them for the next execution; null when they are closed after use */
    protected final UnitStatements unitStatements(
            GeneratedKeyRequest driverKeys, long maxRowsOfShard, @Nullable CachedStatements cached) {
        return new UnitStatements(shape, driverKeys, options, maxRowsOfShard, cached, distanceOfUntoldKeys());
    }

    @Override
    public @Nullable CachedStatements cachedOn(PhysicalConnection connection) {
        return null;
    }

    /** As the driver's {@link org.shardingjdbc.dialect.internal.Drivers#distanceOfUntoldKeys}. */
    public final @Nullable String distanceOfUntoldKeys() {
        return session().dialect().drivers().distanceOfUntoldKeys();
    }

    /** Executes plans as this statement, or as a step on behalf of it. */
    public abstract PlanExecutor executor();

    /** The SQL of the results; null when nothing was executed. */
    public abstract @Nullable String text();

    /** What result sets name as their statement; null for a step, whose results no application sees. */
    public abstract @Nullable Statement face();

    /** The current result. */
    public final StatementResults results() {
        return results;
    }

    /** Steps begin that answer the execution. */
    public final void beginSteps(DeployedPlan deployed, SteppedExecution steps) {
        results.beginSteps();
        ExecutionListener listener = session().listener();
        if (listener != null) {
            listener.stepsBegin(deployed, steps);
        }
    }

    /** The steps are over. */
    public final void endSteps() {
        ExecutionListener listener = session().listener();
        if (listener != null) {
            listener.stepsEnd();
        }
    }

    /**
     * Executes something that may have to be planned first; planning ends when the execution is cancelled or its time
     * is over.
     */
    protected final <T> T untilStopped(Session.Steps<T> execution) throws SQLException {
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.StopCheck before = planning.stopCheck(results);
        try {
            return execution.run();
        } finally {
            planning.stopCheck(before);
        }
    }

    /** Closes what an execution opened before it failed; what fails then is told with its failure. */
    public final void closeAfter(Throwable failure) {
        try {
            results.closeToGoOn();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    public final void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
        }
    }

    /**
     * What the application is told of an error: nothing unchecked leaves the face.
     *
     * @param sql null where there are several
     */
    public final SQLException told(RuntimeException error, @Nullable String sql) {
        if (error instanceof PlanningWork.PlanningStoppedException stopped) {
            session.tally().refused(stopped.reason().code());
            return SqlErrors.from(stopped.reason());
        }
        if (error instanceof ShardingException refusal) {
            session.tally().refused(refusal.code());
            return SqlErrors.from(refusal);
        }
        // by another thread, under the execution
        if (closed) {
            SQLException told = SqlErrors.of(ErrorCode.STATEMENT_CLOSED);
            told.initCause(error);
            return told;
        }
        SQLException gone = session.gone(error);
        return gone == null ? SqlErrors.unexpected(error, sql, session.dialect()) : gone;
    }

    public final boolean isClosed() {
        return closed;
    }

    /**
     * Closes its results, and with them what its last execution left open, and gives up what it holds beyond; once.
     *
     * @throws SQLException the first failure, be it what a driver threw unchecked; an Error is thrown as it is. All is
     *     closed then
     */
    public final void close() throws SQLException {
        if (closed) {
            return;
        }
        closed = true;
        Throwable failure = null;
        try {
            results.closeAll();
        } catch (SQLException | RuntimeException | Error e) {
            failure = e;
        }
        if (siblings != null) {
            siblings.remove(this);
        }
        try {
            release();
        } catch (SQLException | RuntimeException | Error e) {
            failure = Closing.first(failure, e);
        }
        if (failure != null) {
            raise(failure);
        }
    }

    private void raise(Throwable failure) throws SQLException {
        if (failure instanceof RuntimeException unchecked) {
            SQLException gone = session.gone(unchecked);
            throw gone == null ? SqlErrors.unexpected(unchecked) : gone;
        }
        Closing.raise(failure);
    }

    /** Gives up what it holds beyond its results; it is closed. */
    protected abstract void release() throws SQLException;

    /** The last open result was closed. */
    public abstract void completed() throws SQLException;

    /**
     * The statements of a logical connection that are not closed. Each knows its neighbours, so that one that is made
     * and closed at once costs no more than that. One thread at a time uses it.
     */
    public static final class OpenStatements {
        private @Nullable LogicStatement last;

        public void add(LogicStatement statement) {
            statement.siblings = this;
            statement.previous = last;
            if (last != null) {
                last.next = statement;
            }
            last = statement;
        }

        private void remove(LogicStatement statement) {
            statement.siblings = null;
            LogicStatement previous = statement.previous;
            LogicStatement next = statement.next;
            if (next == null) {
                last = previous;
            } else {
                next.previous = previous;
                statement.next = null;
            }
            if (previous != null) {
                previous.next = next;
                statement.previous = null;
            }
        }

        /** Closes all of them, whatever fails meanwhile; returns the first failure, or null. */
        public @Nullable Throwable closeAll() {
            Throwable first = null;
            while (last != null) {
                LogicStatement closing = last;
                try {
                    closing.close();
                } catch (SQLException | RuntimeException | Error e) {
                    first = Closing.first(first, e);
                }
                if (closing == last) {
                    remove(closing);
                }
            }
            return first;
        }
    }
}
