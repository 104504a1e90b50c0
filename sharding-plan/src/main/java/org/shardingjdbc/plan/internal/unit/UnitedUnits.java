package org.shardingjdbc.plan.internal.unit;

import java.util.Arrays;
import org.shardingjdbc.plan.internal.template.UnitSql;
import org.shardingjdbc.route.internal.shape.RouteUnit;

/**
 * Makes one unit of several units in one data source. The text is made when first needed, and kept with the first of
 * the units for the same units with the same texts. Two threads may both make it; either text serves. One per plan,
 * shared by all threads.
 */
public final class UnitedUnits {
    /** Further units are another statement: a database plans all branches before it runs the first. */
    private static final int MOST_BRANCHES = 32;

    private static final int LONGEST_TEXT = 50_000;
    private static final int MOST_PARAMETERS = 5_000;

    private final UnionAll union;
    private final CachedUnion[] cached;

    /** A text and what it was made of. */
    @SuppressWarnings("ArrayRecordComponent")
    private record CachedUnion(String[] branches, String text) {
        boolean isOf(UnitSql[] sql) {
            if (branches.length != sql.length) {
                return false;
            }
            for (int i = 0; i < branches.length; i++) {
                if (!branches[i].equals(sql[i].sql())) {
                    return false;
                }
            }
            return true;
        }
    }

    /** @param capacity for how many units texts are kept */
    public UnitedUnits(UnionAll union, int capacity) {
        this.union = union;
        this.cached = new CachedUnion[capacity];
    }

    /**
     * The execution with fewer units.
     *
     * @param scattered one that the union serves, of its branches
     * @param chosen the index of each of its units among the plan's
     * @return the same execution where they stay scattered
     */
    public ScatteredUnits of(ScatteredUnits scattered, int[] chosen) {
        int size = scattered.size();
        RouteUnit[] targets = new RouteUnit[size];
        UnitSql[] sql = new UnitSql[size];
        boolean[] taken = new boolean[size];
        int count = 0;
        for (int unit = 0; unit < size; unit++) {
            if (!taken[unit]) {
                UnitSql[] branches = branches(scattered, unit, taken);
                targets[count] = scattered.targets()[unit];
                sql[count++] = branches.length == 1 ? branches[0] : united(branches, chosen[unit]);
            }
        }
        return count == size && union.branches() == null
                ? scattered
                : scattered.united(Arrays.copyOf(targets, count), Arrays.copyOf(sql, count), union.merge());
    }

    /**
     * The SQL of a unit and of the units that go with it, which are marked as taken; of the unit alone where there are
     * too few.
     */
    private UnitSql[] branches(ScatteredUnits scattered, int first, boolean[] taken) {
        int size = scattered.size();
        int[] found = new int[Math.min(MOST_BRANCHES, size - first)];
        int count = 0;
        int length = 0;
        int parameters = 0;
        for (int unit = first; unit < size && count < found.length; unit++) {
            if (!taken[unit] && scattered.dataSource(unit) == scattered.dataSource(first)) {
                length += scattered.sql(unit).length();
                parameters += scattered.parameterCount(unit);
                if (count > 0 && (length > LONGEST_TEXT || parameters > MOST_PARAMETERS)) {
                    break;
                }
                found[count++] = unit;
            }
        }
        if (count < union.bounds().leastUnits()) {
            return new UnitSql[] {scattered.unitSql()[first]};
        }
        UnitSql[] branches = new UnitSql[count];
        for (int i = 0; i < count; i++) {
            taken[found[i]] = true;
            branches[i] = scattered.unitSql()[found[i]];
        }
        return branches;
    }

    private UnitSql united(UnitSql[] sql, int first) {
        int slot = first % cached.length;
        CachedUnion known = cached[slot];
        if (known == null || !known.isOf(sql)) {
            String[] branches = new String[sql.length];
            for (int i = 0; i < branches.length; i++) {
                branches[i] = sql[i].sql();
            }
            known = new CachedUnion(branches, union.text(sql));
            cached[slot] = known;
        }
        return new UnitSql(known.text, union.sources(sql));
    }
}
