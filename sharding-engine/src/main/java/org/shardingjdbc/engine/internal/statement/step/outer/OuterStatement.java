package org.shardingjdbc.engine.internal.statement.step.outer;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.SharedSources;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.value.CopiedValue;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.route.internal.bind.PlanningWork;

/**
 * A statement that is answered in steps, as the steps see it: its session, its parameters, its results. Opens the
 * statements that are executed on its behalf. One per execution, used by one thread.
 */
public final class OuterStatement {
    private final LogicStatement statement;
    private final ExecutionRequest asked;

    /** @param asked the request, with all parameters set */
    public OuterStatement(LogicStatement statement, ExecutionRequest asked) {
        this.statement = statement;
        this.asked = asked;
    }

    public LogicStatement statement() {
        return statement;
    }

    public Session session() {
        return statement.session();
    }

    public Dialect dialect() {
        return statement.session().dialect();
    }

    /** The results, to be filled. */
    public StatementResults results() {
        return statement.results();
    }

    /** The plan that is executed in steps. */
    public DeployedPlan deployed() {
        return asked.deployed();
    }

    /** The parameters of the statement. */
    public @Nullable Parameters given() {
        return asked.given();
    }

    /** The parameters; none where nothing is prepared. */
    public Parameters ownParameters() {
        Parameters given = asked.given();
        return given == null ? new Parameters(0) : given;
    }

    /** The generated keys that the application asks for. */
    public GeneratedKeyRequest keys() {
        return asked.keys();
    }

    /** How many rows may be held; 0 for any number. */
    public long maxRowsInMemory() {
        long configured = asked.deployed().deployment().props().maxRowsInMemory();
        ExecutionBounds bounds = results().bounds();
        return bounds == null ? configured : bounds.mostHeld(configured);
    }

    /** Begins steps that answer the statement; each of them may read all parameters. */
    public void begin(SteppedExecution steps) throws SQLException {
        statement.beginSteps(asked.deployed(), steps);
        if (asked.given() != null) {
            SharedSources.spoolAll(asked.given(), statement.spooled());
        }
    }

    /** Executes another plan as if it were the plan of this statement. */
    public void executeAs(DeployedPlan plan, @Nullable Parameters parameters) throws SQLException {
        Parameters set = parameters == null || parameters.count() == 0 ? null : parameters;
        statement.executor().execute(statement, new ExecutionRequest(plan, set, asked.keys(), asked.wanted()));
    }

    /**
     * Opens a step with its parameters set.
     *
     * @param own the values that the execution itself supplies
     * @return the step; the caller executes and closes it
     */
    public StepStatement prepare(NestedStatement step, List<CopiedValue> own) throws SQLException {
        StepStatement opened = open(step, GeneratedKeyRequest.NONE);
        opened.bind(own);
        return opened;
    }

    /**
     * Opens a step whose parameters are set by {@link StepStatement#bind}.
     *
     * @param keys the generated keys that the step is asked for
     * @return the step; the caller closes it
     */
    public StepStatement open(NestedStatement step, GeneratedKeyRequest keys) throws SQLException {
        results().checkSteps();
        return new StepStatement(
                this, step.sources(), plan(step.sql(), () -> session().plans().plan(step)), keys);
    }

    /** Plans a step. Whatever ends the statement also ends this planning. */
    private DeployedPlan plan(String sql, Supplier<DeployedPlan> planned) throws SQLException {
        PlanningWork planning = PlanningWork.ofThread();
        PlanningWork.StopCheck before = planning.stopCheck(results());
        try {
            return planned.get();
        } catch (RuntimeException e) {
            throw statement.told(e, sql);
        } finally {
            planning.stopCheck(before);
        }
    }

    /** Reads the columns of a result, before the first row. */
    public interface ColumnReader {
        void read(ResultSetMetaData columns) throws SQLException;
    }

    /** Reads a row. */
    public interface RowReader {
        void read(ResultSet row) throws SQLException;
    }

    /**
     * Runs a query, all of whose parameters are this statement's, and reads it; nothing of it is open afterwards.
     *
     * @param mostRows how many rows are wanted at most, 0 for all
     */
    public void read(NestedStatement query, long mostRows, ColumnReader columns, RowReader reader) throws SQLException {
        read(query, List.of(), mostRows, columns, reader);
    }

    /**
     * The same with values that the execution itself supplies.
     *
     * @param own these
     */
    public void read(
            NestedStatement query, List<CopiedValue> own, long mostRows, ColumnReader columns, RowReader reader)
            throws SQLException {
        try (StepStatement step = prepare(query, own)) {
            read(step, mostRows, columns, reader);
        }
    }

    private void read(StepStatement step, long mostRows, ColumnReader columns, RowReader reader) throws SQLException {
        if (mostRows > 0) {
            step.limit(mostRows);
        }
        try (ResultSet rows = step.query()) {
            columns.read(rows.getMetaData());
            RowReading.all(statement, step.results(), rows, reader);
        }
    }

    /** Runs a write, all of whose parameters are this statement's; returns its update count. */
    public long update(NestedStatement write) throws SQLException {
        return update(write, List.of());
    }

    /** Runs a write; returns its update count. */
    public long update(NestedStatement write, List<CopiedValue> own) throws SQLException {
        try (StepStatement step = prepare(write, own)) {
            return step.update();
        }
    }
}
