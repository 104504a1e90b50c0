package org.shardingjdbc.engine.internal.statement;

import java.sql.SQLException;
import org.shardingjdbc.engine.internal.generatedkey.GeneratedKeyRows;
import org.shardingjdbc.engine.internal.parameter.Parameters;
import org.shardingjdbc.engine.internal.parameter.UnitParameters;
import org.shardingjdbc.engine.internal.result.ExpectedResult;
import org.shardingjdbc.engine.internal.session.ShardRun;
import org.shardingjdbc.engine.internal.statement.logic.ExecutionRequest;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.NoRows;
import org.shardingjdbc.engine.internal.statement.logic.StatementResults;
import org.shardingjdbc.engine.internal.task.UnitsWork;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ShardExecution;

/**
 * An execution of a plan on its units, of any number and with whatever is asked for: fills the statement's results with
 * the merged rows or the sum of the counts. One per execution.
 */
final class UnitsExecution {
    private final LogicStatement statement;
    private final ExecutionRequest request;
    private final ShardPlan plan;
    private final Parameters set;

    /**
     * @param plan that of the request, or the query in it
     * @param set the parameters
     */
    UnitsExecution(LogicStatement statement, ExecutionRequest request, ShardPlan plan, Parameters set) {
        this.statement = statement;
        this.request = request;
        this.plan = plan;
        this.set = set;
    }

    /**
     * Executes.
     *
     * @param prepared whether the units are run with a PreparedStatement
     * @param generated the keys behind the parameters, or null
     */
    void execute(ShardExecution execution, boolean prepared, Object[] generated) throws SQLException {
        UnitParameters parameters = UnitParameters.stored(set, plan.rules().columns(), generated);
        UnitsStart start = new UnitsStart(statement, request, plan, execution);
        UnitsWork work = start.work(set, prepared ? parameters : null);
        ShardRun run = statement.session().start(request.deployed(), work, start.settings());
        LastKeyUse lastKey = plan.lastKey();
        if (lastKey != null && lastKey.asked() != null) {
            run.asksFor(statement.session().lastKey(), lastKey);
        }
        if (plan.rules().variables() != null) {
            run.leaves(plan.rules().variables().left());
        }
        StatementResults results = statement.results();
        results.begin(run);
        try {
            run.execute();
            if (work.hasRows()) {
                request.requireRows();
                results.show(
                        new UnitsResult(statement, request.deployed()).rows(plan, execution, work, parameters), work);
            } else {
                takeNoRows(work);
            }
            GeneratedKeyRows ofDrivers =
                    GeneratedKeyRows.seen(work.keys(), plan.rules().columns());
            if (lastKey != null) {
                statement.session().lastKey().tell(work.keys());
            }
            results.generated(request.shownKeys(plan, ofDrivers, generated, set.values()));
        } catch (ShardingException e) {
            statement.closeAfter(e);
            statement.written(plan.statementClass() == StatementClass.WRITE);
            new StepsExecution(statement, request.with(set)).unmerged(plan, parameters.values(), e);
            statement.written(false);
        } catch (SQLException | RuntimeException | Error e) {
            statement.closeAfter(e);
            throw e;
        }
    }

    private void takeNoRows(UnitsWork work) throws SQLException {
        boolean certain = !plan.statementClass().isUnknown();
        boolean rowsWanted = request.wanted() == ExpectedResult.ROWS;
        NoRows none = new NoRows(statement);
        UnitsCount count = new UnitsCount(statement.results(), request, work);
        if (certain && rowsWanted && request.returnsRows(plan)) {
            none.described(request.deployed());
        } else if (!certain && rowsWanted && none.areShown()) {
            none.withoutColumns();
            count.continues();
        } else {
            request.requireCount();
            count.take(plan);
        }
    }
}
