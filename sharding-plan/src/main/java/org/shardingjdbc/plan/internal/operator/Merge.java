package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.ParameterDemand;
import org.shardingjdbc.plan.internal.unit.UnionAll;
import org.shardingjdbc.plan.internal.unit.UnitRows;

/**
 * Makes one result of the rows of several data nodes, by a chain of
 * {@link org.shardingjdbc.merge.internal.MergeOperator}s. These are a list and not operators of this tree: each has one
 * input, no parameter chooses among them, and executions whose units go as one statement replace the list by another
 * one ({@link UnionAll#merge}). Immutable.
 *
 * @param route returns the rows
 * @param merge what is done with the rows
 * @param paging the numbers of the LIMIT; null without one
 * @param demands what the parameters must be with which the merge computes
 */
public record Merge(Route route, MergePlan merge, @Nullable Paging paging, List<ParameterDemand> demands)
        implements Scatter {
    public Merge {
        demands = List.copyOf(demands);
    }

    /** A merge that puts the rows of the data nodes one behind the other. */
    public static Merge collected(SqlTemplate template) {
        return ofRows(template, MergePlan.CONCATENATE, null, true, null);
    }

    /**
     * A merge of rows. Where there is a LIMIT, the data nodes limit their rows themselves.
     *
     * @param pushedDown whether rows are only collected
     * @param union see {@link Route}
     */
    public static Merge ofRows(
            SqlTemplate template,
            MergePlan merge,
            @Nullable Paging paging,
            boolean pushedDown,
            @Nullable UnionAll union) {
        UnitRows rows = paging == null ? UnitRows.ALL : UnitRows.PAGE;
        return new Merge(new Route(template, pushedDown, union, rows, List.of()), merge, paging, List.of());
    }

    /**
     * A merge that unites groups, of which each data node returns its parts.
     *
     * @param union see {@link Route}
     * @param rows how many parts each data node returns
     */
    public static Merge ofGroups(
            SqlTemplate template, MergePlan merge, @Nullable Paging paging, @Nullable UnionAll union, UnitRows rows) {
        return new Merge(new Route(template, false, union, rows, List.of()), merge, paging, List.of());
    }

    /** The same merge with further evidence. */
    public Merge provedBy(List<Evidence> found) {
        return found.isEmpty() ? this : new Merge(route.provedBy(found), merge, paging, demands);
    }

    /** The same merge, which demands this of parameters. */
    public Merge demanding(List<ParameterDemand> all) {
        return all.isEmpty() ? this : new Merge(route, merge, paging, all);
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
