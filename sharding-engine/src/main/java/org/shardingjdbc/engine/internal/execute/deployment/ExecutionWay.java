package org.shardingjdbc.engine.internal.execute.deployment;

import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ExplainPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.ShowPlan;

/** How the executions of a {@link DeployedPlan} go, found once for all of them. */
public enum ExecutionWay {
    /** On shards, with what rules, session and statement put around the execution, which is mostly nothing. */
    SHARDS,
    /** A query that sets user variables from constants: it changes the session, and runs on shards. */
    SETTING,
    /** A statement that only changes the session. */
    SESSION,
    /** The description of a plan. */
    EXPLAIN,
    /** Rows that are made by this library. */
    SHOW,
    /** A statement of our own. */
    COMMAND,
    /** The statements of a text, one after the other. */
    SEVERAL;

    static ExecutionWay of(StatementPlan plan) {
        return plan.match(new Kinds());
    }

    private record Kinds() implements StatementPlan.Cases<ExecutionWay> {
        @Override
        public ExecutionWay of(ShardPlan plan) {
            return SHARDS;
        }

        @Override
        public ExecutionWay of(SettingPlan plan) {
            return SETTING;
        }

        @Override
        public ExecutionWay of(SessionPlan plan) {
            return SESSION;
        }

        @Override
        public ExecutionWay of(ExplainPlan plan) {
            return EXPLAIN;
        }

        @Override
        public ExecutionWay of(ShowPlan plan) {
            return SHOW;
        }

        @Override
        public ExecutionWay of(CommandPlan plan) {
            return COMMAND;
        }

        @Override
        public ExecutionWay of(SequencePlan plan) {
            return SEVERAL;
        }
    }
}
