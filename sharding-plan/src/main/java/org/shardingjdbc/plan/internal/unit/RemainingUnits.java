package org.shardingjdbc.plan.internal.unit;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;

/**
 * The units of a read that are left when some data sources are left out. Their results are merged as if they were all.
 * One per execution, immutable.
 */
public final class RemainingUnits implements ChosenUnits {
    private final ChosenUnits whole;
    private final int[] units;

    private RemainingUnits(ChosenUnits whole, int[] units) {
        this.whole = whole;
        this.units = units;
    }

    /**
     * The units of an execution whose results are merged.
     *
     * @param without indexes of data sources
     * @return null when none is left
     */
    public static @Nullable RemainingUnits of(ChosenUnits whole, BitSet without) {
        int[] left = new int[whole.size()];
        int count = 0;
        for (int unit = 0; unit < whole.size(); unit++) {
            if (!without.get(whole.dataSource(unit))) {
                left[count++] = unit;
            }
        }
        return count == 0 ? null : new RemainingUnits(whole, java.util.Arrays.copyOf(left, count));
    }

    @Override
    public int size() {
        return units.length;
    }

    /** As many as the whole execution has, so that a unit of several data nodes still counts as one. */
    @Override
    public int nodes() {
        return whole.nodes() > whole.size() ? units.length + 1 : units.length;
    }

    @Override
    public int dataSource(int unit) {
        return whole.dataSource(units[unit]);
    }

    @Override
    public String sql(int unit) {
        return whole.sql(units[unit]);
    }

    @Override
    public @Nullable Object target(int unit) {
        return whole.target(units[unit]);
    }

    @Override
    public int parameterCount(int unit) {
        return whole.parameterCount(units[unit]);
    }

    @Override
    public int parameterSource(int unit, int position) {
        return whole.parameterSource(units[unit], position);
    }

    @Override
    public @Nullable Object computedParameter(int unit, int position) {
        return whole.computedParameter(units[unit], position);
    }

    @Override
    public @Nullable MergePlan merge() {
        return whole.merge();
    }

    @Override
    public MergeBounds bounds() {
        return whole.bounds();
    }

    @Override
    public int @Nullable [] insertedRows(int unit) {
        return whole.insertedRows(units[unit]);
    }

    @Override
    public boolean replicated() {
        return whole.replicated();
    }
}
