package org.shardingjdbc.engine.internal.execute.deployment;

import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ShowPlan;

/** How the executions of a {@link DeployedPlan} go, found once for all of them. */
public enum ExecutionWay {
    /** A read on shards around which plan and deployment put nothing: route, acquire, bind, run, hand over. */
    PLAIN_READ,
    /** Anything else on shards, with what rules, session and statement put around it. */
    SHARDS,
    /** A query that sets user variables from constants, which is both: the session's, and on shards. */
    SETTING,
    /** What only changes the session. */
    SESSION,
    /** The drawing of a plan. */
    EXPLAIN,
    /** Rows that are made here. */
    SHOW,
    /** A statement of our own. */
    COMMAND;

    /** @param plain whether the configuration puts nothing around executions either */
    static ExecutionWay of(StatementPlan plan, boolean plain) {
        if (plan instanceof ShardPlan shards) {
            return shards.facts().isPlain() && plain ? PLAIN_READ : SHARDS;
        }
        if (plan instanceof SettingPlan) {
            return SETTING;
        }
        if (plan instanceof SessionPlan) {
            return SESSION;
        }
        if (plan instanceof ExplainPlan) {
            return EXPLAIN;
        }
        if (plan instanceof ShowPlan) {
            return SHOW;
        }
        return COMMAND;
    }
}
