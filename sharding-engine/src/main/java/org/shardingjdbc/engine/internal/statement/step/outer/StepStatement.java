package org.shardingjdbc.engine.internal.statement.step.outer;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.driver.CachedStatements;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.StatementShape;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.RowSets;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.PlanExecutor;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * A statement that is executed on behalf of another one, the outer statement, in its session: it sees what the outer
 * statement sees, belongs to the same transaction, has its time, and is cancelled with it. May be executed several
 * times, with other values. Opened by {@link OuterStatement}, closed by the caller that opened it; used by one thread.
 */
public final class StepStatement extends LogicStatement implements AutoCloseable {
    private final OuterStatement outer;
    private final int[] sources;
    private final Parameters parameters;
    private final GeneratedKeyRequest keys;
    private final CachedStatements cached = new CachedStatements();
    private DeployedPlan deployed;
    /** Null when the step has the hints of the outer statement. */
    private @Nullable HintValues ownHints;

    /** The row sets that wait for {@link #updateEach}; null when there are none. */
    private @Nullable RowSets rowSets;

    /** @param sources of its parameters, see {@link org.shardingjdbc.plan.internal.nested.NestedStatement#sources} */
    public StepStatement(OuterStatement outer, int[] sources, DeployedPlan deployed, GeneratedKeyRequest keys) {
        super(outer.session(), StatementShape.DEFAULT, StatementOptions.PREPARED);
        this.outer = outer;
        this.sources = sources;
        this.parameters = new Parameters(deployed.plan().parameterCount());
        this.deployed = deployed;
        this.keys = keys;
        results().within(outer.results());
        int timeout = outer.statement().timeoutSeconds();
        if (timeout > 0) {
            changed().queryTimeoutSeconds = timeout;
        }
    }

    @Override
    public PlanExecutor executor() {
        return outer.statement().executor();
    }

    @Override
    public String text() {
        return deployed.sql();
    }

    @Override
    public @Nullable Statement face() {
        return null;
    }

    @Override
    public boolean accompanies(String table) {
        return super.accompanies(table) || outer.statement().accompanies(table);
    }

    @Override
    public int nesting() {
        return outer.statement().nesting() + 1;
    }

    @Override
    public UnitStatements unitStatements(GeneratedKeyRequest driverKeys, long maxRowsOfShard) {
        return new UnitStatements(shape(), driverKeys, options(), maxRowsOfShard, cached, distanceOfUntoldKeys());
    }

    @Override
    public HintValues hints() {
        return ownHints == null ? outer.statement().hints() : ownHints;
    }

    /** Sets other hints than the application's for the step. */
    public void hints(HintValues own) {
        ownHints = own;
    }

    /** Sets how many rows the query returns at most. */
    public void limit(long rows) {
        changed().maxRows = rows;
    }

    /** Sets how many rows drivers fetch at once. */
    public void fetch(int rows) {
        changed().fetchSize = rows;
    }

    /**
     * Sets all parameters.
     *
     * @param own the values that the execution itself supplies
     */
    public void bind(List<CopiedValue> own) {
        for (int i = 0; i < sources.length; i++) {
            if (sources[i] >= 0) {
                parameters.take(i, outer.ownParameters(), sources[i]);
            } else {
                own.get(-1 - sources[i]).set(parameters, i + 1);
            }
        }
    }

    /** Executes a query. Closing the rows or the step closes all that the query has open. */
    public ResultSet query() throws SQLException {
        execute(ExpectedResult.ROWS);
        return Objects.requireNonNull(results().rows(), "a query returns rows");
    }

    /** Executes a write; returns its update count. */
    public long update() throws SQLException {
        execute(ExpectedResult.COUNT);
        return results().updateCount();
    }

    private void execute(ExpectedResult wanted) throws SQLException {
        resume();
        try {
            @SuppressWarnings("NullAway") // it returns nothing
            Session.Steps<Void> execution = () -> {
                results().closeAll();
                deployed = now();
                executor().execute(this, new ExecutionRequest(deployed, parameters, keys, wanted));
                return null;
            };
            untilStopped(execution);
            cached.executedBefore();
        } catch (RuntimeException e) {
            throw told(e, text());
        }
    }

    /** The current plan. */
    private DeployedPlan now() {
        return session().plans().plan(deployed);
    }

    /** The query is read on after another step was executed: a cancel stops this one again. */
    public void resume() throws SQLException {
        outer.results().nested(results());
        outer.results().checkSteps();
    }

    /** Adds the present parameters to the row sets that {@link #updateEach} writes. */
    public void add() {
        if (rowSets == null) {
            rowSets = new RowSets(parameters.count());
        }
        rowSets.add(parameters);
    }

    /** Executes a write for each row set that was added; returns their counts. */
    public long[] updateEach() throws SQLException {
        RowSets added = Objects.requireNonNull(rowSets, "no row set was added");
        rowSets = null;
        resume();
        try {
            return untilStopped(() -> {
                results().closeAll();
                deployed = now();
                ExecutionRequest counted = new ExecutionRequest(deployed, parameters, keys, ExpectedResult.COUNT);
                return executor().executeBatch(this, counted, added);
            });
        } catch (RuntimeException e) {
            throw told(e, text());
        }
    }

    /** The generated keys of the last execution. */
    public GeneratedKeyRows keys() {
        return results().keys() == null ? GeneratedKeyRows.none() : results().keys();
    }

    /** The warnings of the last execution; or null. */
    @Nullable
    SQLWarning warnings() throws SQLException {
        return results().warnings();
    }

    @Override
    protected void release() throws SQLException {
        outer.results().nested(null);
        session().clear(cached);
    }

    @Override
    public void completed() {
        // The caller that opened the step closes it.
    }
}
