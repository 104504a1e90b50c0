package org.shardingjdbc.engine.internal.task;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.MergeBounds;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;

/** Finds how many rows a shard has to return in an execution that is limited as a whole. Stateless. */
public final class ShardLimits {
    private ShardLimits() {}

    /**
     * Whether each row of a shard is a row of the answer, in the shard's order, so that a limit holds for shards too.
     */
    private static boolean isRowByRow(@Nullable MergePlan merge) {
        return merge == null || merge.isRowByRow();
    }

    /**
     * The limit of a shard's statement, 0 for all rows.
     *
     * @param maxRows of the logical statement, 0 for all
     */
    public static long maxRows(ChosenUnits execution, long maxRows) {
        MergePlan merge = execution.merge();
        if (maxRows == 0 || !isRowByRow(merge)) {
            return 0;
        }
        long offset = merge == null ? 0 : execution.bounds().offset();
        return maxRows > Long.MAX_VALUE - offset ? 0 : offset + maxRows;
    }

    /**
     * How many rows a shard returns at most, -1 when unknown.
     *
     * @param maxRows of the logical statement, 0 for all
     */
    public static long mostRows(ChosenUnits execution, long maxRows) {
        long most = maxRows(execution, maxRows);
        most = most == 0 ? -1 : most;
        MergeBounds bounds = execution.bounds();
        if (bounds.count() >= 0 && isRowByRow(execution.merge())) {
            long limited = bounds.offset() + bounds.count();
            if (limited >= 0 && (most < 0 || limited < most)) {
                most = limited;
            }
        }
        return most;
    }
}
