package org.shardingjdbc.engine.internal.execute.deployment;

import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan.SettingPlan;
import org.shardingjdbc.rule.StatementKind;

/**
 * What stands around the executions of a plan on shards, the outermost first. Found once for each {@link DeployedPlan};
 * most have none or one. What a session or a statement asks for besides is asked of them.
 */
public enum Concern {
    /** Rules bound it. */
    LIMITED,
    /** Rules watch over databases, so that a read whose database is lost may be repeated on another. */
    REPEATED,
    /** It is on production or on its shadow. */
    SIDED,
    /** Keys are made for it. */
    KEYED,
    /** It takes from the session what was left there, or leaves something: user variables, the last key. */
    REMEMBERED,
    /** Rules write beside it. */
    BESIDE,
    /** It takes columns by their places, so that these must be where the catalog knows them. */
    PLACED,
    /** It does more than to hand rows of one unit through, or their count: values are transformed, its SQL is shown. */
    BEYOND_ROWS;

    /**
     * Which of them a plan has, as bits by their order.
     *
     * @param watched whether rules watch over databases
     * @param shown whether its SQL is shown
     */
    static int of(StatementPlan planned, boolean watched, boolean shown) {
        ShardPlan plan = planned instanceof SettingPlan setting ? setting.query() : (ShardPlan) planned;
        return LIMITED.bit(plan.rules().routed() != null)
                | REPEATED.bit(watched && plan.facts().kind() == StatementKind.READ)
                | SIDED.bit(plan.rules().sides().areThere())
                | KEYED.bit(plan.generatedKeys() != null)
                | REMEMBERED.bit(plan.rules().variables() != null || plan.lastKey() != null)
                | BESIDE.bit(plan.besides() != null)
                | PLACED.bit(!plan.facts().whole().isEmpty())
                | BEYOND_ROWS.bit(
                        !plan.statementClass().isOfRows() || plan.rules().columns() != null || shown);
    }

    private int bit(boolean has) {
        return has ? 1 << ordinal() : 0;
    }

    boolean isAmong(int bits) {
        return (bits & 1 << ordinal()) != 0;
    }
}
