package org.shardingjdbc.plan.internal.unit;

import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.template.UnitSql;

/**
 * How several units of a data source go as one statement: their SQL as branches of UNION ALL, and behind them what
 * makes one sorted and limited result of theirs. One per plan. Immutable.
 *
 * @param tail ORDER BY and LIMIT of all branches together; may be empty
 * @param tailSources of its placeholders, as in {@link UnitSql#sources}
 * @param merge how such results and those of single units become one
 * @param sorted whether rows are sorted once more, of which there must be few
 * @param bounds which executions take it
 */
@SuppressWarnings("ArrayRecordComponent")
public record UnionAll(String tail, int[] tailSources, MergePlan merge, boolean sorted, UnionBounds bounds) {
    /** Whether an execution takes it: rows that are sorted must be few, as they are sorted once more. */
    boolean serves(MergeBounds execution) {
        if (!sorted) {
            return true;
        }
        long rows = execution.offset() + execution.count();
        return bounds.always() || rows >= 0 && rows <= bounds.mostRows();
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
