package org.shardingjdbc.engine.internal.limit;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.row.MergedRows;

/** Merged rows that are counted while they are read. Not thread-safe; one per execution. */
public final class CountedRows implements MergedRows {
    private final MergedRows rows;
    private final ExecutionBounds bounds;

    private CountedRows(MergedRows rows, ExecutionBounds bounds) {
        this.rows = rows;
        this.bounds = bounds;
    }

    /** The same rows where nothing is counted. */
    public static MergedRows of(MergedRows rows, @Nullable ExecutionBounds bounds) {
        return bounds == null || !bounds.countsRows() ? rows : new CountedRows(rows, bounds);
    }

    @Override
    public boolean next() throws SQLException {
        try {
            if (!rows.next()) {
                return false;
            }
        } catch (ShardingException e) {
            throw bounds.named(e);
        }
        bounds.next();
        return true;
    }

    @Override
    public @Nullable ResultSet source(int column) {
        return rows.source(column);
    }

    @Override
    public Object value(int column) {
        return rows.value(column);
    }
}
