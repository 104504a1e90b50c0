package org.shardingjdbc.plan.internal.unit;

import java.util.List;
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
 * @param evidence by what it is proved that each data node may do its part; empty where nothing brings rows together
 */
public record ScatterPlan(
        SqlTemplate template,
        MergePlan merge,
        Paging paging,
        boolean pushedDown,
        UnionAll union,
        UnitRows rows,
        List<Evidence> evidence) {
    public ScatterPlan {
        evidence = List.copyOf(evidence);
    }

    /** One of which nothing has to be said. */
    public ScatterPlan(
            SqlTemplate template, MergePlan merge, Paging paging, boolean pushedDown, UnionAll union, UnitRows rows) {
        this(template, merge, paging, pushedDown, union, rows, List.of());
    }

    /** One whose data nodes limit their rows themselves where there is a LIMIT. */
    public ScatterPlan(SqlTemplate template, MergePlan merge, Paging paging, boolean pushedDown, UnionAll union) {
        this(template, merge, paging, pushedDown, union, paging == null ? UnitRows.ALL : UnitRows.PAGE);
    }

    /** The same of one whose units are single. */
    public ScatterPlan(SqlTemplate template, MergePlan merge, Paging paging, boolean pushedDown) {
        this(template, merge, paging, pushedDown, null);
    }

    /** The same with what it is proved by. */
    public ScatterPlan provedBy(List<Evidence> found) {
        return found.isEmpty() ? this : new ScatterPlan(template, merge, paging, pushedDown, union, rows, found);
    }
}
