package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.result.label.LogicNames;

/**
 * The result of one shard whose rows are counted: while they are read, or by their places where it can be scrolled, so
 * that a row counts once however often it is read. Nobody stands on a row that is one too many: a result that can be
 * scrolled goes behind its last row, another one is closed. As thread-safe as the driver's.
 */
public final class CountedResultSet extends ShardResultSet {
    private final ExecutionBounds bounds;
    private final Dialect dialect;
    /** The farthest row where the application stood, 1-based; 0 for none. Of a result that can be scrolled. */
    private long farthest;

    private CountedResultSet(
            ResultSet shard, ResultOwner owner, LogicNames names, ExecutionBounds bounds, Dialect dialect) {
        super(shard, owner, names);
        this.bounds = bounds;
        this.dialect = dialect;
    }

    /**
     * The rows of a shard.
     *
     * @param owner told when the result set is closed
     * @param bounds count its rows; null where nothing does
     * @param dialect of the shard
     */
    public static ShardResultSet of(
            ResultSet shard, ResultOwner owner, LogicNames names, @Nullable ExecutionBounds bounds, Dialect dialect) {
        return bounds == null || !bounds.countsRows()
                ? new ShardResultSet(shard, owner, names)
                : new CountedResultSet(shard, owner, names, bounds, dialect);
    }

    private boolean counted(boolean there) throws SQLException {
        if (there) {
            try {
                farthest = bounds.at(farthest, shard.getRow());
            } catch (SQLException e) {
                leave(e, shard::afterLast);
                throw e;
            }
        }
        return there;
    }

    private interface Leaving {
        void leave() throws SQLException;
    }

    private static void leave(SQLException refused, Leaving row) {
        try {
            row.leave();
        } catch (SQLException | RuntimeException e) {
            refused.addSuppressed(e);
        }
    }

    /** Some drivers tell the row where a closed result stood. */
    private void closeForGood() throws SQLException {
        LocalResultSet closed = new LocalResultSet(ResultOwner.NONE, List.of(), List.of(), dialect);
        closed.close();
        try {
            close();
        } finally {
            shard = closed;
        }
    }

    @Override
    public boolean next() throws SQLException {
        if (shard.getType() != TYPE_FORWARD_ONLY) {
            return counted(super.next());
        }
        boolean there = super.next();
        if (there) {
            try {
                bounds.next();
            } catch (SQLException e) {
                leave(e, this::closeForGood);
                throw e;
            }
        }
        return there;
    }

    @Override
    public boolean absolute(int row) throws SQLException {
        return counted(super.absolute(row));
    }

    @Override
    public boolean relative(int rows) throws SQLException {
        return counted(super.relative(rows));
    }

    @Override
    public boolean first() throws SQLException {
        return counted(super.first());
    }

    @Override
    public boolean last() throws SQLException {
        return counted(super.last());
    }

    @Override
    public boolean previous() throws SQLException {
        return counted(super.previous());
    }
}
