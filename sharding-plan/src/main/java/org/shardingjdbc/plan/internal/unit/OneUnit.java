package org.shardingjdbc.plan.internal.unit;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.route.internal.shape.RouteUnit;

/**
 * The work of an execution on one unit, whose result is handed through; it runs nothing. Immutable; a plan keeps one
 * for each of its units.
 */
public final class OneUnit implements ChosenUnits {
    private final int index;
    private final RouteUnit unit;
    private final int dataSource;
    private final String sql;
    private final int[] sources;

    /** A unit that no plan keeps. */
    public OneUnit(RouteUnit unit, UnitSql sql) {
        this(-1, unit, sql);
    }

    /** @param index of the unit among the plan's */
    public OneUnit(int index, RouteUnit unit, UnitSql sql) {
        this.index = index;
        this.unit = unit;
        this.dataSource = unit.dataSource();
        this.sql = sql.sql();
        this.sources = sql.sources();
    }

    /** The statement as written, on a data source that a hint names. */
    public static OneUnit verbatim(PlanFacts facts, String dataSourceName) {
        int index = facts.verbatimDataSource(dataSourceName);
        return new OneUnit(
                new RouteUnit(index, facts.dataSourceNames().get(index), List.of()),
                new UnitSql(facts.sql(), facts.parameterSources()));
    }

    @Override
    public int size() {
        return 1;
    }

    @Override
    public int onlyUnit() {
        return index;
    }

    @Override
    public int dataSource(int index) {
        return dataSource;
    }

    @Override
    public String sql(int index) {
        return sql;
    }

    @Override
    public Object target(int index) {
        return unit;
    }

    @Override
    public int parameterCount(int index) {
        return sources.length;
    }

    @Override
    public int parameterSource(int index, int position) {
        return sources[position];
    }

    @Override
    public @Nullable Object computedParameter(int index, int position) {
        throw new IllegalStateException("no computed parameter");
    }

    @Override
    public @Nullable MergePlan merge() {
        return null;
    }

    @Override
    public MergeBounds bounds() {
        return MergeBounds.NONE;
    }

    @Override
    public int @Nullable [] insertedRows(int index) {
        return null;
    }

    @Override
    public boolean replicated() {
        return false;
    }
}
