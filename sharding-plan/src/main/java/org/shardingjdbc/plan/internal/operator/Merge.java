package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.UnionAll;
import org.shardingjdbc.plan.internal.unit.UnitRows;

/**
 * One result of the rows of several data nodes, by a chain of {@link org.shardingjdbc.merge.internal.MergeOperator}s.
 * Immutable.
 *
 * @param route returns the rows
 * @param merge what is done with them
 * @param paging the numbers of its LIMIT; null without one
 */
public record Merge(Route route, MergePlan merge, @Nullable Paging paging) implements Scatter {
    /** Rows that are put one behind the other. */
    public static Merge collected(SqlTemplate template) {
        return of(template, MergePlan.CONCATENATE, null, true, null);
    }

    /**
     * One whose data nodes limit their rows themselves where there is a LIMIT.
     *
     * @param pushedDown whether rows are only collected
     * @param union see {@link Route}
     */
    public static Merge of(
            SqlTemplate template,
            MergePlan merge,
            @Nullable Paging paging,
            boolean pushedDown,
            @Nullable UnionAll union) {
        UnitRows rows = paging == null ? UnitRows.ALL : UnitRows.PAGE;
        return new Merge(new Route(template, pushedDown, union, rows, List.of()), merge, paging);
    }

    /** The same with what it is proved by. */
    public Merge provedBy(List<Evidence> found) {
        return found.isEmpty() ? this : new Merge(route.provedBy(found), merge, paging);
    }

    @Override
    public String word() {
        return "Merge";
    }

    @Override
    public List<Route> inputs() {
        return List.of(route);
    }
}
