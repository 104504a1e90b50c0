package org.shardingjdbc.plan.internal.operator;

/**
 * {@code EXPLAIN SHARDING} or {@code PREVIEW}: nothing is executed, the answer is the explanation of the plan inside.
 *
 * @param explained the plan of the statement that is explained
 * @param unitsOnly whether only the SQL that goes to data sources is asked for, as by PREVIEW
 */
public record ExplainPlan(StatementPlan explained, boolean unitsOnly) implements StatementPlan {
    @Override
    public int parameterCount() {
        return explained.parameterCount();
    }
}
