package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.merge.QueryScatter;
import org.shardingjdbc.plan.internal.merge.WriteScatter;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;
import org.shardingjdbc.plan.internal.unit.ScatterPlan;

/**
 * Pushed down: each data node does its part of the statement by itself, and what comes back is put together as it
 * comes, rows behind rows and counts added up. The rules of {@link org.shardingjdbc.plan.internal.proof} prove it.
 *
 * <pre>
 * SELECT user_id, COUNT(*) FROM t_order GROUP BY user_id     the same on each node: no group is on two of them
 * UPDATE t_order SET status = 'x' WHERE amount > 9           the same on each node
 * </pre>
 */
public record PushedDown(Dialect dialect) implements Way.Planned {
    @Override
    public String name() {
        return "pushed down";
    }

    @Override
    public ScatterPlan plan(OnSeveral on) {
        Statement statement = on.statement();
        if (on.compilation().writesCopies() || statement instanceof ExplainStatement) {
            return new ScatterPlan(on.edits().template(), MergePlan.CONCATENATE, null, true);
        }
        if (statement instanceof QueryStatement) {
            QueryScatter query = on.query();
            return query != null && query.leavesNothing() ? query.collected() : null;
        }
        if (statement instanceof DdlStatement ddl) {
            return new Definitions(on.compilation(), ddl).scatter(on.edits(), on.refusals());
        }
        if (statement instanceof UnparsedStatement || statement instanceof OtherStatement) {
            return new ScatterPlan(on.edits().template(), null, null, true);
        }
        boolean returnsRows =
                StatementFacts.returnsRows(on.compilation().bound().parsed(), dialect);
        return new WriteScatter(on.compilation(), on.edits(), on.refusals()).plan(statement, returnsRows);
    }
}
