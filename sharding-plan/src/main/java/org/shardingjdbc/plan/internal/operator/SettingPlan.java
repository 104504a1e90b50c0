package org.shardingjdbc.plan.internal.operator;

/**
 * A query that sets a variable of the session: the connection remembers it as it does a SET, then the query is run for
 * its row.
 *
 * @param setting what it sets
 * @param query itself
 */
public record SettingPlan(SessionPlan setting, ShardPlan query) implements StatementPlan {
    @Override
    public int parameterCount() {
        return setting.parameterCount();
    }
}
