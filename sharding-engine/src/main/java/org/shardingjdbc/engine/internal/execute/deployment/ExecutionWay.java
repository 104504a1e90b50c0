package org.shardingjdbc.engine.internal.execute.deployment;

import org.shardingjdbc.plan.internal.operator.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.SessionPlan;
import org.shardingjdbc.plan.internal.operator.SettingPlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.ShowPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;

/** How the executions of a {@link DeployedPlan} go, found once for all of them. */
public enum ExecutionWay {
    /** On shards, with what rules, session and statement put around it, which is mostly nothing. */
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

    static ExecutionWay of(StatementPlan plan) {
        if (plan instanceof ShardPlan) {
            return SHARDS;
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
