package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;

/**
 * The result of one shard whose rows are counted: while they are read, or by their places where it can be scrolled, so
 * that a row counts once however often it is read. As thread-safe as the driver's.
 */
public final class CountedResultSet extends ShardResultSet {
    private final ResultSet shard;
    private final ExecutionBounds bounds;

    private CountedResultSet(ResultSet shard, ResultOwner owner, LogicNames names, ExecutionBounds bounds) {
        super(shard, owner, names);
        this.shard = shard;
        this.bounds = bounds;
    }

    /**
     * The rows of a shard.
     *
     * @param owner told when the result set is closed
     * @param bounds count its rows; null where nothing does
     */
    public static ShardResultSet of(ResultSet shard, ResultOwner owner, LogicNames names, ExecutionBounds bounds) {
        return bounds == null || !bounds.countsRows()
                ? new ShardResultSet(shard, owner, names)
                : new CountedResultSet(shard, owner, names, bounds);
    }

    private boolean counted(boolean there) throws SQLException {
        if (there) {
            bounds.at(shard.getRow());
        }
        return there;
    }

    @Override
    public boolean next() throws SQLException {
        if (shard.getType() != TYPE_FORWARD_ONLY) {
            return counted(super.next());
        }
        boolean there = super.next();
        if (there) {
            bounds.next();
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
