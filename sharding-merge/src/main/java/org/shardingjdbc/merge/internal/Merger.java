package org.shardingjdbc.merge.internal;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.formula.Formula;
import org.shardingjdbc.merge.internal.row.MergedRows;

/** Makes one cursor of the results of several shards. Stateless. */
public final class Merger {
    private Merger() {}

    /**
     * Opens the merge; nothing is read yet but metadata.
     *
     * @param plan what to do
     * @param shards at least one, all with the same columns, each before its first row; they stay their owner's to
     *     close. Their order decides between rows that sort alike
     * @param bounds of this execution
     * @param parameters the statement's, 0-based; read by {@link Formula.StatementParameter} only
     * @param dialect of all shards
     * @throws ShardingException when a column's type cannot be sorted or added up
     */
    public static MergedRows merge(
            MergePlan plan, List<ResultSet> shards, MergeBounds bounds, Object @Nullable [] parameters, Dialect dialect)
            throws SQLException {
        return new MergePipeline(plan, shards.toArray(new ResultSet[0]), null, bounds, parameters, dialect).open();
    }

    /**
     * Opens what an INSERT of several rows returns.
     *
     * @param plan one that {@link MergePlan#concatenates}
     * @param shards as for {@link #merge}
     * @param shardOfRow the index of the shard that got each row, in the order in which they were written
     */
    public static MergedRows inWrittenOrder(
            MergePlan plan, List<ResultSet> shards, int[] shardOfRow, MergeBounds bounds, Dialect dialect)
            throws SQLException {
        return new MergePipeline(plan, shards.toArray(new ResultSet[0]), shardOfRow.clone(), bounds, null, dialect)
                .open();
    }
}
