package org.shardingjdbc.plan.internal.planning;

import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.unit.UnionBounds;

/**
 * How queries may be answered. Immutable.
 *
 * @param pulling whether rows may be pulled for those that no data node can answer alone
 * @param union which executions go to a data source as one statement
 * @param lookUpUpserts whether the keys of upserts are looked up on all data nodes
 * @param commands finds statements about the configuration
 */
public record PlannerOptions(boolean pulling, UnionBounds union, boolean lookUpUpserts, CommandPlan.Language commands) {
    /** Without statements about the configuration. */
    public PlannerOptions(boolean pulling, UnionBounds union, boolean lookUpUpserts) {
        this(pulling, union, lookUpUpserts, CommandPlan.Language.NONE);
    }

    /** Without what is opted in. */
    public PlannerOptions(boolean pulling, UnionBounds union) {
        this(pulling, union, false);
    }
}
