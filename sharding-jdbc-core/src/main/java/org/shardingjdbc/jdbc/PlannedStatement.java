package org.shardingjdbc.jdbc;

import org.shardingjdbc.jdbc.internal.execute.DeployedPlan;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.explain.PlanExplainer;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.rule.hint.ShardingHint;

/** Statements that are planned and not executed. Stateless. */
final class PlannedStatement {
    private PlannedStatement() {}

    /** What it would do with these parameters. */
    static Explanation explain(Deployment deployment, String sql, Object... parameters) {
        DeployedPlan deployed = deployment.plan(sql);
        return PlanExplainer.of(deployment).explain(deployed.plan(), parameters, ShardingHint.current());
    }
}
