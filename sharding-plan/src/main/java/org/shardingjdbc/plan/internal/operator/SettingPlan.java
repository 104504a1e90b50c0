package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.shardingjdbc.plan.Reach;

/**
 * A query that sets a variable of the session: the connection remembers it as it does a SET, then the query is run for
 * its row.
 *
 * @param setting what it sets
 * @param query itself
 */
public record SettingPlan(SessionPlan setting, ShardPlan query) implements StatementPlan {
    @Override
    public <T> T match(Cases<T> cases) {
        return cases.of(this);
    }

    @Override
    public int parameterCount() {
        return setting.parameterCount();
    }

    @Override
    public List<StatementPlan> inputs() {
        return List.of(setting, query);
    }

    @Override
    public Reach reach() {
        return query.reach();
    }
}
