package org.shardingjdbc.engine.internal.statement.step;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.CreateCopy;
import org.shardingjdbc.plan.internal.operator.LookUpFirst;
import org.shardingjdbc.plan.internal.operator.LookUpKeys;
import org.shardingjdbc.plan.internal.operator.OnePerDataSource;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.plan.internal.operator.WriteByKey;
import org.shardingjdbc.plan.internal.operator.WriteTablesByKey;

/**
 * Runs an execution of several steps and shows its result as the statement's. One per execution, used by one thread.
 */
public final class StepsRunner {
    private final OuterStatement outer;

    /**
     * @param statement whose results are filled
     * @param asked what is executed in steps; its parameters are all set
     */
    public StepsRunner(LogicStatement statement, ExecutionRequest asked) {
        this.outer = new OuterStatement(statement, asked);
    }

    /**
     * Runs a write, and what rules write beside it.
     *
     * @param values of the parameters, and the generated keys behind them
     * @param write fills the statement's results
     */
    public void runBeside(WriteBeside besides, Object[] values, Session.Steps<Void> write) throws SQLException {
        outer.begin(besides);
        new BesideWriting(outer, besides, values, write).run();
    }

    /** Runs the steps; afterwards the statement's results are filled, or nothing is left open. */
    public void run(SteppedExecution steps) throws SQLException {
        outer.begin(steps);
        if (steps instanceof Pull query) {
            new PulledExecution(outer, query).run();
        } else if (steps instanceof CopyRows copied) {
            new RowCopying(outer, copied).run();
        } else if (steps instanceof CreateCopy copy) {
            new DefinitionRuns(outer).create(copy);
        } else if (steps instanceof OnePerDataSource perDataSource) {
            new DefinitionRuns(outer).inEachDataSource(perDataSource);
        } else if (steps instanceof WriteByKey write) {
            new KeyedWriting(outer, write).run();
        } else if (steps instanceof WriteTablesByKey write) {
            new TablesWriting(outer, write).run();
        } else if (steps instanceof LookUpKeys upsert) {
            new UpsertWriting(outer, upsert).run();
        } else if (steps instanceof LookUpFirst lookedUp) {
            new LookedUpRows(outer, lookedUp).run();
        } else if (steps instanceof BindSubqueries subqueries) {
            new BoundSubqueries(outer, subqueries, this).run();
        }
    }
}
