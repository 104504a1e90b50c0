package org.shardingjdbc.plan.internal.operator;

import java.util.ArrayList;
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
 * SQL that data nodes run as it is: the leaf of a plan. By itself it returns the result of one data node, or update
 * counts that are added up. Immutable.
 *
 * @param template the SQL, but for actual names
 * @param pushedDown whether the data nodes do all the work and rows are only collected
 * @param union how several units of a data source go as one; null when they do not
 * @param rows how many rows each data node returns
 * @param evidence the proof that each data node may do its part; empty where nothing brings rows together
 */
public record Route(
        SqlTemplate template, boolean pushedDown, @Nullable UnionAll union, UnitRows rows, List<Evidence> evidence)
        implements Scatter {
    /** The operator's name in explanations. */
    public static final String WORD = "Route";

    public Route {
        evidence = List.copyOf(evidence);
    }

    /** A route for which nothing has to be proved. */
    public static Route of(SqlTemplate template) {
        return new Route(template, true, null, UnitRows.ALL, List.of());
    }

    /** The same route with further evidence, placed before the present one. */
    public Route provedBy(List<Evidence> found) {
        List<Evidence> all = new ArrayList<>(found);
        all.addAll(evidence);
        return new Route(template, pushedDown, union, rows, all);
    }

    @Override
    public Route route() {
        return this;
    }

    @Override
    public @Nullable MergePlan merge() {
        return null;
    }

    @Override
    public @Nullable Paging paging() {
        return null;
    }

    @Override
    public List<ParameterDemand> demands() {
        return List.of();
    }

    @Override
    public String word() {
        return WORD;
    }

    @Override
    public List<Operator> inputs() {
        return List.of();
    }
}
