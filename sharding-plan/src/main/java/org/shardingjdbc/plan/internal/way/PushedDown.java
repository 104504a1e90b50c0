package org.shardingjdbc.plan.internal.way;

import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.merge.QueryScatter;
import org.shardingjdbc.plan.internal.merge.WriteScatter;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;

/**
 * Pushed down: each data node does its part of the statement by itself, and the results are put together as they come,
 * rows behind rows and counts added up. The rules of {@link org.shardingjdbc.plan.internal.proof} prove it.
 *
 * <pre>
 * SELECT user_id, COUNT(*) FROM t_order GROUP BY user_id     the same on each node: no group is on two of them
 * UPDATE t_order SET status = 'x' WHERE amount > 9           the same on each node
 * </pre>
 */
public record PushedDown(Dialect dialect) implements Way<OnSeveral, Decision<Scatter>> {
    @Override
    public Decision<Scatter> plan(OnSeveral on) {
        QueryScatter rows = on.rows();
        return rows == null ? withoutRows(on) : rows.collected();
    }

    private Decision<Scatter> withoutRows(OnSeveral on) {
        Statement statement = on.statement();
        if (statement instanceof QueryStatement || statement instanceof ExplainStatement) {
            // each copy is written, or each data source asked
            return new Decision.Proved<>(Merge.collected(on.edits().template()));
        }
        if (statement instanceof DdlStatement ddl) {
            return new Definitions(on.compilation(), ddl).scatter(on.edits());
        }
        if (statement instanceof UnparsedStatement || statement instanceof OtherStatement) {
            return new Decision.Proved<>(Route.of(on.edits().template()));
        }
        boolean returnsRows =
                StatementFacts.returnsRows(on.compilation().bound().parsed(), dialect);
        return new WriteScatter(on.compilation(), on.edits()).plan(statement, returnsRows);
    }
}
