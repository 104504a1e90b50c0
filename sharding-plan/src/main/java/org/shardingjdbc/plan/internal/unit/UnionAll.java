package org.shardingjdbc.plan.internal.unit;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.template.SqlTemplate;
import org.shardingjdbc.plan.internal.template.UnitSql;

/**
 * How several units of a data source go as one statement: their SQL as branches of UNION ALL, and behind these the
 * clauses that make one sorted and limited result. One per plan. Immutable.
 *
 * @param tail ORDER BY and LIMIT of all branches together; may be empty
 * @param tailSources of its placeholders, as in {@link UnitSql#sources}
 * @param merge how such results and those of single units become one
 * @param sorting what sorts the rows
 * @param bounds the executions that use the union
 */
@SuppressWarnings("ArrayRecordComponent")
public record UnionAll(String tail, int[] tailSources, MergePlan merge, Sorting sorting, UnionBounds bounds) {
    /** What sorts the rows of the branches. There must be few rows, as they are sorted once more. */
    public sealed interface Sorting {}

    /** Nothing: the rows are in no order, or they are groups, which a data source sorts however many there are. */
    public record Unsorted() implements Sorting {}

    /** The data source, by the tail. */
    public record ByDataSource(RowBound rows) implements Sorting {}

    /**
     * The merge, which holds the rows of all units.
     *
     * @param branches the SQL of a unit without what the merge does: ORDER BY and DISTINCT; null where it is the unit's
     *     own
     */
    public record ByMerge(RowBound rows, @Nullable SqlTemplate branches) implements Sorting {}

    /** The SQL of a branch; null where it is the SQL of a unit. */
    public @Nullable SqlTemplate branches() {
        return sorting instanceof ByMerge sorted ? sorted.branches() : null;
    }

    /** Whether an execution on so many units uses the union. */
    public boolean serves(Object[] parameters, int units) {
        if (units < bounds.leastUnits()) {
            return false;
        }
        if (sorting instanceof ByDataSource sorted) {
            return areFew(sorted.rows().rows(parameters), bounds.mostRows());
        }
        return !(sorting instanceof ByMerge sorted)
                || areFew(sorted.rows().rows(parameters), bounds.mostHeld() / units);
    }

    private static boolean areFew(long rows, long most) {
        return rows != RowBound.UNKNOWN && rows <= most;
    }

    /** The text of some units' one statement. */
    String text(UnitSql[] branches) {
        StringBuilder text =
                new StringBuilder(branches.length * (branches[0].sql().length() + 16) + tail.length());
        for (UnitSql branch : branches) {
            text.append(text.length() == 0 ? "(" : " UNION ALL (")
                    .append(branch.sql())
                    .append(')');
        }
        return text.append(tail).toString();
    }

    /** Where the values of its placeholders come from. */
    int[] sources(UnitSql[] branches) {
        int count = tailSources.length;
        for (UnitSql branch : branches) {
            count += branch.sources().length;
        }
        int[] sources = new int[count];
        int at = 0;
        for (UnitSql branch : branches) {
            int[] own = branch.sources();
            System.arraycopy(own, 0, sources, at, own.length);
            at += own.length;
        }
        System.arraycopy(tailSources, 0, sources, at, tailSources.length);
        return sources;
    }
}
