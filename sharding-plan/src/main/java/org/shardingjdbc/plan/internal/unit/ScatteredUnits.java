package org.shardingjdbc.plan.internal.unit;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.route.internal.shape.RouteUnit;

/** The work of an execution on several units, and how their results become one; it runs nothing. */
@SuppressWarnings("ArrayRecordComponent")
public record ScatteredUnits(
        PlanFacts facts,
        RouteUnit[] targets,
        UnitSql[] unitSql,
        @Nullable MergePlan merge,
        MergeBounds bounds,
        @Nullable Object widenedLimit,
        int @Nullable [][] rowsOfUnits,
        int nodes)
        implements ChosenUnits {
    /** The same nodes with fewer units, each of which may be that of several. */
    ScatteredUnits united(RouteUnit[] fewer, UnitSql[] sql, MergePlan others) {
        return new ScatteredUnits(facts, fewer, sql, others, bounds, widenedLimit, null, nodes);
    }

    @Override
    public int size() {
        return unitSql.length;
    }

    @Override
    public int dataSource(int unit) {
        return targets[unit].dataSource();
    }

    @Override
    public String sql(int unit) {
        return unitSql[unit].sql();
    }

    @Override
    public Object target(int unit) {
        return targets[unit];
    }

    @Override
    public int parameterCount(int unit) {
        return unitSql[unit].sources().length;
    }

    @Override
    public int parameterSource(int unit, int position) {
        return Math.max(-1, unitSql[unit].sources()[position]);
    }

    @Override
    public @Nullable Object computedParameter(int unit, int position) {
        return widenedLimit;
    }

    @Override
    public int @Nullable [] insertedRows(int unit) {
        return rowsOfUnits == null ? null : rowsOfUnits[unit];
    }

    @Override
    public boolean replicated() {
        return facts.replicated();
    }
}
