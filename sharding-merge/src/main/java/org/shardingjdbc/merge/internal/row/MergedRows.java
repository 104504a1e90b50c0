package org.shardingjdbc.merge.internal.row;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.value.HeldValue;

/**
 * A forward cursor over the merged rows. Not thread-safe; one per execution. It reads the shards' result sets and does
 * not close them: their owner does.
 */
public interface MergedRows {
    /**
     * Moves to the next row.
     *
     * @return false after the last row, from then on always
     * @throws SQLException what a shard's result set throws
     * @throws ShardingException when a memory merge exceeds its bound, or a sum the range of its type
     */
    boolean next() throws SQLException;

    /**
     * The shard's result set, positioned on the row that a column of the current row comes from, so that the driver's
     * own getter can be called with the same column number.
     *
     * @param column 1-based
     * @return null when the column's value was computed or is held in memory; then {@link #value} has it
     */
    @Nullable
    ResultSet source(int column);

    /**
     * A computed or held value of the current row: a {@link HeldValue}, or a plain value in the class that the shard's
     * driver would return from getObject, or null.
     *
     * @param column 1-based, one for which {@link #source} is null
     */
    Object value(int column);
}
