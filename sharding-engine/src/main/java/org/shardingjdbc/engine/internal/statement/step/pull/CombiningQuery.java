package org.shardingjdbc.engine.internal.statement.step.pull;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.driver.StatementOptions;
import org.shardingjdbc.engine.internal.execute.driver.UnitStatements;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRequest;
import org.shardingjdbc.engine.internal.pull.LeafNames;
import org.shardingjdbc.engine.internal.result.CountedResultSet;
import org.shardingjdbc.engine.internal.run.RunSettings;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.task.CombinedWork;
import org.shardingjdbc.engine.internal.task.CombiningSteps;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/** The query that runs on the tables with the pulled rows. One per execution, used by one thread. */
final class CombiningQuery {
    private final OuterStatement outer;
    private final LogicStatement statement;
    private final Pull query;

    CombiningQuery(OuterStatement outer, Pull query) {
        this.outer = outer;
        this.statement = outer.statement();
        this.query = query;
    }

    /** The step that executes the query, after the tables are filled. */
    CombinedWork.Step step() {
        StatementOptions options = statement.options();
        UnitStatements statements =
                new UnitStatements(statement.shape(), GeneratedKeyRequest.NONE, options, options.maxRows, null, null);
        return CombiningSteps.query(query, outer.given(), statements);
    }

    /** How the query's rows are read. */
    RunSettings settings() {
        StatementOptions options = statement.options();
        boolean held = outer.deployed().plan() instanceof ShardPlan plan
                && plan.facts().heldRows();
        return new RunSettings(
                StatementClass.READ,
                true,
                statement.shape().isForwardReadOnly() && !held,
                held ? 0 : options.fetchSize,
                statement.timeoutSeconds(),
                -1);
    }

    /** The query's rows as the application reads them. */
    ResultSet rows(CombinedWork work) throws SQLException {
        Deployment deployment = outer.deployed().deployment();
        LeafNames names = new LeafNames(
                query,
                deployment.names(),
                work.schema(),
                statement.session().dialect().temporaries());
        return CountedResultSet.of(
                work.rows(), statement.results(), names, statement.results().bounds(), outer.dialect());
    }
}
