package org.shardingjdbc.engine.internal.statement.step.pull;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.dialect.internal.Sorting;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.run.GroupedRun;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.statement.logic.WholeTableCheck;
import org.shardingjdbc.engine.internal.statement.step.outer.OuterStatement;
import org.shardingjdbc.engine.internal.task.CombinedWork;
import org.shardingjdbc.plan.internal.operator.Pull;

/**
 * Answers a query from rows that are pulled. Reads the leaves one after the other into memory, in the session and its
 * transaction, and gives back the connections for that. Then takes one connection of the data source that combines
 * them, writes the rows into temporary tables there, and runs the query on these. The tables live until the result is
 * closed. A query that locks rows locks those that are read, so that nothing changes in them until the transaction
 * ends. One per execution, used by one thread.
 */
public final class PulledExecution {
    private final OuterStatement outer;
    private final LogicStatement statement;
    private final DeployedPlan deployed;
    private final Pull query;

    public PulledExecution(OuterStatement outer, Pull query) {
        this.outer = outer;
        this.statement = outer.statement();
        this.deployed = outer.deployed();
        this.query = query;
    }

    /** Runs the query; afterwards the statement shows the rows, or nothing is left open. */
    public void run() throws SQLException {
        requireReadOnly();
        new WholeTableCheck(statement, deployed).require(query.whole(), query.dataSource());
        PulledTables tables = query.locks() == null
                ? PulledTables.pull(outer, query)
                : outer.session().asOne(() -> PulledTables.pull(outer, query));
        CombiningQuery combining = new CombiningQuery(outer, query);
        List<CombinedWork.Step> steps = tables.steps();
        steps.add(combining.step());
        CombinedWork work = new CombinedWork(query.dataSource(), steps);
        GroupedRun run = outer.session().startAside(deployed, work, combining.settings(), tables.removal());
        StatementResults results = statement.results();
        results.begin(run);
        try {
            run.execute();
            results.show(combining.rows(work), work);
        } catch (SQLException e) {
            SQLException named = tables.named(e);
            statement.closeAfter(named);
            if (query.otherwise() == null || !sorting().foundNoCollation(e)) {
                throw named;
            }
            results.beginSteps();
            new PulledExecution(outer, query.otherwise()).run();
        } catch (RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        }
    }

    private Sorting sorting() {
        return deployed.deployment().pool(query.dataSource()).dialect().sorting();
    }

    private void requireReadOnly() throws SQLException {
        if (statement.shape().concurrency() != ResultSet.CONCUR_READ_ONLY) {
            throw SqlErrors.refuse(
                    "An updatable result set",
                    "the statement is answered from copies of its tables; restrict it to one data node by its sharding"
                            + " columns, or read only");
        }
    }
}
