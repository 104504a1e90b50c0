package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.plan.internal.unit.Paging;
import org.shardingjdbc.plan.internal.unit.ParameterDemand;
import org.shardingjdbc.plan.internal.unit.RenderedUnits;
import org.shardingjdbc.plan.internal.unit.ScatteredUnits;
import org.shardingjdbc.plan.internal.unit.UnionAll;
import org.shardingjdbc.plan.internal.unit.UnitedUnits;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.route.internal.shape.RouteUnit;
import org.shardingjdbc.route.internal.shape.RoutedUnits;

/**
 * Makes a plan's executions on several units, in which each unit has its part of the lists that are divided. Immutable.
 */
final class Scattering {
    private final PlanFacts facts;
    private final List<RouteUnit> units;
    private final boolean[] shrinkable;
    private final RenderedUnits rendered;
    /** Null where units stay apart. */
    private final @Nullable UnitedUnits united;

    private final @Nullable UnionAll union;
    /** Those of a union; the same where its branches are units as they stand. */
    private final RenderedUnits branches;
    /** Null where they return update counts. */
    private final @Nullable MergePlan merge;
    /** Null without LIMIT. */
    private final @Nullable Paging paging;

    private final ParameterDemand[] demands;

    /** @param several the work of the units */
    Scattering(PlanFacts facts, RouteShape shape, Scatter several) {
        this.facts = facts;
        this.units = shape.units();
        Route route = several.route();
        this.rendered = new RenderedUnits(route.template(), facts.tableNames(), units);
        this.union = route.union();
        this.united = union == null ? null : new UnitedUnits(union, RenderedUnits.capacity(units));
        SqlTemplate branch = union == null ? null : union.branches();
        this.branches = branch == null ? rendered : new RenderedUnits(branch, facts.tableNames(), units);
        this.merge = several.merge();
        this.paging = several.paging();
        this.demands = several.demands().toArray(new ParameterDemand[0]);
        List<Node> splits = shape.splits();
        this.shrinkable = new boolean[splits.size()];
        for (int i = 0; i < shrinkable.length; i++) {
            shrinkable[i] = splits.get(i) instanceof InList;
        }
    }

    /** The execution of a route; refused when the LIMIT is no valid number, or the merge cannot take a parameter. */
    Decision<ChosenUnits> execution(RoutedUnits route, Object[] parameters) {
        ShardingException refusal = paging == null ? null : paging.refusal(parameters);
        for (int i = 0; refusal == null && i < demands.length; i++) {
            refusal = demands[i].refusal(parameters);
        }
        return refusal == null ? new Decision.Proved<>(scattered(route, parameters)) : new Decision.Refused<>(refusal);
    }

    private ScatteredUnits scattered(RoutedUnits route, Object[] parameters) {
        int[] chosen = route.units();
        UnitedUnits together = union != null && union.serves(parameters, chosen.length) ? united : null;
        RenderedUnits texts = together == null ? rendered : branches;
        UnitSql[] sql = new UnitSql[chosen.length];
        RouteUnit[] targets = new RouteUnit[chosen.length];
        for (int i = 0; i < chosen.length; i++) {
            targets[i] = units.get(chosen[i]);
            sql[i] = texts.get(chosen[i], elements(route, i));
        }
        MergeBounds bounds = paging == null ? MergeBounds.NONE : paging.bounds(parameters);
        Object widened = paging == null ? null : paging.widened(parameters);
        ScatteredUnits scattered =
                new ScatteredUnits(facts, targets, sql, merge, bounds, widened, insertedRows(route), chosen.length);
        return together == null ? scattered : together.of(scattered, chosen);
    }

    /** The elements of each split that belong to the i-th chosen unit; null when nothing is split. */
    private int @Nullable [] @Nullable [] elements(RoutedUnits route, int unit) {
        int[][][] all = route.elements();
        if (all.length == 0) {
            return null;
        }
        int[][] own = new int[all.length][];
        boolean split = false;
        for (int s = 0; s < all.length; s++) {
            int[] chosen = all[s] == null ? null : all[s][unit];
            boolean keepsAll = chosen == null || chosen.length == 0 && shrinkable[s];
            own[s] = keepsAll ? null : chosen;
            split |= !keepsAll;
        }
        return split ? own : null;
    }

    private int @Nullable [][] insertedRows(RoutedUnits route) {
        int[][][] all = route.elements();
        for (int s = 0; s < all.length; s++) {
            if (!shrinkable[s] && all[s] != null) {
                return all[s];
            }
        }
        return null;
    }
}
