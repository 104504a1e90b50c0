package org.shardingjdbc.plan.internal.way;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.ExplainStatement;
import org.shardingjdbc.parser.internal.ast.OtherStatement;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.UnparsedStatement;
import org.shardingjdbc.plan.internal.merge.Definitions;
import org.shardingjdbc.plan.internal.merge.WriteScatter;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Merge;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.syntax.StatementFacts;

/**
 * Pushed down: each data node does its part of the statement by itself, and what comes back is put together as it
 * comes, rows behind rows and counts added up. The rules of {@link org.shardingjdbc.plan.internal.proof} prove it.
 *
 * <pre>
 * SELECT user_id, COUNT(*) FROM t_order GROUP BY user_id     the same on each node: no group is on two of them
 * UPDATE t_order SET status = 'x' WHERE amount > 9           the same on each node
 * </pre>
 */
public record PushedDown(Dialect dialect) implements Way {
    /** For all on several data nodes but a query that leaves something to a merge. */
    @Override
    public @Nullable Decision<Scatter> onSeveral(OnSeveral on) {
        return on.leavesSomething() ? null : plan(on);
    }

    private Decision<Scatter> plan(OnSeveral on) {
        if (on.rows() != null) {
            return on.rows().collected().then(merge -> merge);
        }
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
