package org.shardingjdbc.plan.internal.operator;

import org.shardingjdbc.parser.internal.ast.ShowStatement;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * A SHOW or DESCRIBE whose answer must show logic names.
 *
 * @param sql as written
 * @param statement what it says
 * @param table the table that it asks about, or null
 */
public record ShowPlan(String sql, ShowStatement statement, LogicTable table) implements StatementPlan {
    @Override
    public <T> T match(Cases<T> cases) {
        return cases.of(this);
    }

    @Override
    public int parameterCount() {
        return 0;
    }
}
