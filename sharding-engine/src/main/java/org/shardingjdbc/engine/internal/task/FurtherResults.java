package org.shardingjdbc.engine.internal.task;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.limit.ExecutionBounds;
import org.shardingjdbc.engine.internal.result.CountedResultSet;
import org.shardingjdbc.engine.internal.result.ResultOwner;
import org.shardingjdbc.engine.internal.result.label.LogicNames;

/**
 * The results of a shard's statement behind its first one, as a procedure has them. The statement stays open until they
 * are read. Not thread-safe.
 */
public final class FurtherResults implements LaterResults {
    private final Statement shard;
    private final LogicNames names;
    /** Null where nothing bounds the execution. */
    private final @Nullable ExecutionBounds bounds;

    private final Dialect dialect;

    private boolean peeked;
    private boolean hasRows;
    private long updateCount = -1;

    /**
     * @param shard the statement, which was executed and whose first result was taken
     * @param bounds count the rows of all results together; null where nothing bounds the execution
     */
    public FurtherResults(Statement shard, LogicNames names, @Nullable ExecutionBounds bounds, Dialect dialect) {
        this.shard = shard;
        this.names = names;
        this.bounds = bounds;
        this.dialect = dialect;
    }

    /** Whether there is a further result. Called after an update count, which the driver need not keep any more. */
    public boolean peek() throws SQLException {
        move(Statement.CLOSE_CURRENT_RESULT);
        peeked = true;
        return hasRows || updateCount >= 0;
    }

    @Override
    public boolean next(int current) throws SQLException {
        if (peeked) {
            peeked = false;
        } else {
            move(current);
        }
        return hasRows;
    }

    private void move(int current) throws SQLException {
        hasRows = current == Statement.CLOSE_CURRENT_RESULT ? shard.getMoreResults() : shard.getMoreResults(current);
        updateCount = hasRows ? -1 : UnitsWork.updateCount(shard);
    }

    @Override
    public long updateCount() {
        return updateCount;
    }

    @Override
    public ResultSet rows(ResultOwner owner) throws SQLException {
        return rows(shard.getResultSet(), owner);
    }

    /** Rows of the shard's statement. */
    public ResultSet rows(ResultSet shown, ResultOwner owner) {
        ResultOwner closing = new ResultOwner() {
            @Override
            public @Nullable Statement statement() {
                return owner.statement();
            }

            @Override
            public void closed(ResultSet result) throws SQLException {
                shown.close();
                owner.closed(result);
            }

            @Override
            public SQLException unexpected(Throwable error) {
                return owner.unexpected(error);
            }
        };
        return CountedResultSet.of(shown, closing, names, bounds, dialect);
    }
}
