package org.shardingjdbc.plan.internal;

/**
 * {@code EXPLAIN SHARDING} or {@code PREVIEW}: nothing is executed, the answer is the explanation of the plan inside.
 *
 * @param explained the plan of the statement that is explained
 */
public record ExplainPlan(StatementPlan explained) implements StatementPlan {
    @Override
    public int parameterCount() {
        return explained.parameterCount();
    }
}
