package org.shardingjdbc.engine.internal.statement.step;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.session.Session;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.statement.step.pull.PulledExecution;
import org.shardingjdbc.engine.internal.statement.step.write.BesideWriting;
import org.shardingjdbc.engine.internal.statement.step.write.KeyedWriting;
import org.shardingjdbc.engine.internal.statement.step.write.RowCopying;
import org.shardingjdbc.engine.internal.statement.step.write.TablesWriting;
import org.shardingjdbc.engine.internal.statement.step.write.UpsertWriting;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.CopyRows;
import org.shardingjdbc.plan.internal.operator.CreateTableAs;
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
     * @param statement the one whose results are filled
     * @param asked the request that is executed in steps, with all parameters set
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
        steps.match(new Kinds());
    }

    private final class Kinds implements SteppedExecution.Cases<SQLException> {
        @Override
        public void of(Pull query) throws SQLException {
            new PulledExecution(outer, query).run();
        }

        @Override
        public void of(BindSubqueries subqueries) throws SQLException {
            new BoundSubqueries(outer, subqueries, StepsRunner.this).run();
        }

        @Override
        public void of(CopyRows copied) throws SQLException {
            new RowCopying(outer, copied).run();
        }

        @Override
        public void of(WriteByKey write) throws SQLException {
            new KeyedWriting(outer, write).run();
        }

        @Override
        public void of(WriteTablesByKey write) throws SQLException {
            new TablesWriting(outer, write).run();
        }

        @Override
        public void of(LookUpKeys upsert) throws SQLException {
            new UpsertWriting(outer, upsert).run();
        }

        @Override
        public void of(LookUpFirst lookedUp) throws SQLException {
            new LookedUpRows(outer, lookedUp).run();
        }

        @Override
        public void of(WriteBeside besides) {
            throw new IllegalStateException("a write that has nothing to stand beside: " + besides.words());
        }

        @Override
        public void of(CreateTableAs copy) throws SQLException {
            new DefinitionSteps(outer).create(copy);
        }

        @Override
        public void of(OnePerDataSource perDataSource) throws SQLException {
            new DefinitionSteps(outer).inEachDataSource(perDataSource);
        }
    }
}
