package org.shardingjdbc.jdbc.internal.running;

import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.explain.PlanExplainer;
import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.jdbc.internal.advise.Adviser;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.rule.hint.HintValues;

/** Statements that are planned and not executed. Stateless. */
public final class StatementPlanning {
    private StatementPlanning() {}

    /** Where it goes whatever its parameters are. */
    public static Advice advise(Deployment deployment, String sql) {
        return new Adviser(deployment).advise(sql);
    }

    /** What it would do with these parameters. */
    public static Explanation explain(Deployment deployment, String sql, Object... parameters) {
        DeployedPlan deployed = deployment.plan(sql);
        return PlanExplainer.of(deployment).explain(deployed.plan(), parameters, HintValues.current());
    }
}
