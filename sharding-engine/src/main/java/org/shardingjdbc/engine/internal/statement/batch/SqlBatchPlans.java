package org.shardingjdbc.engine.internal.statement.batch;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionWay;
import org.shardingjdbc.engine.internal.statement.logic.LogicStatement;
import org.shardingjdbc.engine.internal.statement.logic.WholeTableCheck;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.fact.PlanFacts.WholeTable;
import org.shardingjdbc.plan.internal.operator.SequencePlan;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SessionPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * The plans of a batch of SQL texts. They are made beforehand as far as possible, and anew where an earlier text
 * changed what a text means. One per batch.
 */
final class SqlBatchPlans {
    private final LogicStatement statement;
    private final List<String> texts;
    /** The plans of the texts; null for a text that could not be planned beforehand. */
    private final DeployedPlan[] plans;
    /** Tables whose columns were read since definitions may have changed. */
    private final Set<WholeTable> checked = new HashSet<>();

    /** @throws ShardingException when a text returns rows */
    SqlBatchPlans(LogicStatement statement, List<String> texts) {
        this.statement = statement;
        this.texts = texts;
        this.plans = new DeployedPlan[texts.size()];
        requireCounts();
    }

    /** Refuses a batch with a text that returns rows: then no text is executed. */
    private void requireCounts() {
        for (int text = 0; text < plans.length; text++) {
            try {
                plans[text] = statement.session().plans().planOnce(texts.get(text));
            } catch (ShardingException e) {
                // a text before it may create what is missing now, so it is planned again when its turn comes
                continue;
            }
            requireBatch(plans[text]);
            if (returnsRows(plans[text].plan())) {
                throw new ShardingException(ErrorCode.RESULT_IS_ROWS, "executeBatch");
            }
        }
    }

    /** @throws ShardingException for a text of several statements where the driver cannot count it */
    private static void requireBatch(DeployedPlan deployed) {
        if (deployed.way() == ExecutionWay.SEVERAL) {
            SequenceBatch.requirePossible(deployed);
        }
    }

    private boolean returnsRows(StatementPlan plan) {
        if (plan instanceof ShardPlan shard) {
            return shard.facts().returnsRows() && !shard.statementClass().isUnknown();
        }
        return plan instanceof CommandPlan command
                ? !statement.session().commands().changes(command)
                : !(plan instanceof SessionPlan || plan instanceof SequencePlan);
    }

    /** The plan of a text that is executed next. */
    DeployedPlan of(int text) throws SQLException {
        String sql = texts.get(text);
        DeployedPlan known = plans[text];
        // A text before it may have changed definitions, the rules, or the schema of the session.
        DeployedPlan deployed = known != null && statement.session().isCurrent(known)
                ? known
                : statement.session().plans().planOnce(sql);
        if (deployed.plan() instanceof ShardPlan plan
                && !checked.containsAll(plan.facts().whole())) {
            deployed = WholeTableCheck.fresh(
                    statement, deployed, () -> statement.session().plans().planOnce(sql));
            checked.addAll(((ShardPlan) deployed.plan()).facts().whole());
        }
        return deployed;
    }

    /** A failure of any of the texts as the application may see it. */
    SQLException shielded(SQLException failure) {
        SQLException shielded = failure;
        for (DeployedPlan plan : plans) {
            shielded = plan == null ? shielded : plan.shielded(shielded);
        }
        return shielded;
    }

    /** A text that may have changed definitions was executed. */
    void mayHaveChanged() {
        checked.clear();
    }

    /** Whether a text changes rows and returns none. */
    static boolean isChange(DeployedPlan deployed) {
        return deployed.plan() instanceof ShardPlan plan
                && plan.statementClass() == StatementClass.WRITE
                && !plan.facts().returnsRows();
    }
}
