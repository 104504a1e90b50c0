package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import java.sql.SQLWarning;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.task.FurtherResults;
import org.shardingjdbc.engine.internal.task.UnitsWork;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/** The count of an execution on units that returned no rows, and what was told with it. One per execution. */
final class UnitsCount {
    private final StatementResults results;
    private final ExecutionRequest request;
    private final UnitsWork work;

    /** @param work executed, without rows */
    UnitsCount(StatementResults results, ExecutionRequest request, UnitsWork work) {
        this.results = results;
        this.request = request;
        this.work = work;
    }

    /** Fills the results with the count and the warnings. */
    void take(ShardPlan plan) throws SQLException {
        results.count(work.updateCount());
        for (SQLWarning warning : work.warnings()) {
            results.warn(warning);
        }
        results.warn(plan.facts().warnings());
        if (work.copiesDiffer()) {
            results.warn(new SQLWarning(
                    "The copies of broadcast table "
                            + String.join(", ", plan.facts().logicTables())
                            + " reported different update counts; they may hold different rows",
                    "01000"));
        }
        if (plan.statementClass().isUnknown() && continues()) {
            return;
        }
        results.finish();
    }

    /** Whether the driver has more results of a statement that passed through; they are then the statement's. */
    boolean continues() throws SQLException {
        if (work.size() != 1) {
            return false;
        }
        FurtherResults further = new FurtherResults(
                work.onlyStatement(),
                request.deployed().deployment().names(),
                results.bounds(),
                request.deployed().deployment().dialect());
        if (!further.peek()) {
            return false;
        }
        results.continueWith(further);
        return true;
    }
}
