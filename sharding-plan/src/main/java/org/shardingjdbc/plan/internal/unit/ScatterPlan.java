package org.shardingjdbc.plan.internal.unit;

import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.template.SqlTemplate;

/**
 * What executions over several units do. Immutable, kept with the plan.
 *
 * @param template their SQL
 * @param merge null when the results are update counts
 * @param paging null without LIMIT
 * @param pushedDown whether the shards do all the work and rows are only collected
 * @param union how several units of a data source go as one; null when they do not
 * @param rows how many each data node returns
 */
public record ScatterPlan(
        SqlTemplate template, MergePlan merge, Paging paging, boolean pushedDown, UnionAll union, UnitRows rows) {
    /** One whose data nodes limit their rows themselves where there is a LIMIT. */
    public ScatterPlan(SqlTemplate template, MergePlan merge, Paging paging, boolean pushedDown, UnionAll union) {
        this(template, merge, paging, pushedDown, union, paging == null ? UnitRows.ALL : UnitRows.PAGE);
    }

    /** The same of one whose units are single. */
    public ScatterPlan(SqlTemplate template, MergePlan merge, Paging paging, boolean pushedDown) {
        this(template, merge, paging, pushedDown, null);
    }
}
