package org.shardingjdbc.plan.internal.operator;

import java.util.Map;
import org.shardingjdbc.parser.internal.ast.SetStatement.SetAssignment;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.plan.internal.nested.NestedStatement;

/**
 * A statement about the logical connection: BEGIN, COMMIT, SAVEPOINT, SET, USE. The connection remembers and replays
 * it.
 *
 * @param sql as written
 * @param statement what it says
 * @param parameterCount how many placeholders it has
 * @param computed of a SET the queries of values that each connection might compute to something else
 */
public record SessionPlan(
        String sql, Statement statement, int parameterCount, Map<SetAssignment, NestedStatement> computed)
        implements StatementPlan {
    @Override
    public <T> T match(Cases<T> cases) {
        return cases.of(this);
    }

    public SessionPlan {
        computed = Map.copyOf(computed);
    }
}
