package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.error.ErrorCode;

/**
 * The result of one shard, handed through: whatever the driver can do, scrolling and updating included, it does. Only
 * the statement, the end, and names in the metadata are ours. As thread-safe as the driver's.
 */
public class ShardResultSet extends DelegatedResultSet {
    private final LogicNames names;
    private @Nullable ResultSetMetaData metaData;
    private boolean closed;

    /**
     * @param shard the driver's
     * @param owner told when this is closed, and then closes {@code shard}
     */
    public ShardResultSet(ResultSet shard, ResultOwner owner, LogicNames names) {
        super(shard, owner);
        this.names = names;
    }

    @Override
    public @Nullable Statement getStatement() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.RESULT_SET_CLOSED);
        }
        return owner.statement();
    }

    @Override
    public void close() throws SQLException {
        if (!closed) {
            closed = true;
            owner.closed(this);
        }
    }

    @Override
    public boolean isClosed() throws SQLException {
        return closed || shard.isClosed();
    }

    @Override
    public ResultSetMetaData getMetaData() throws SQLException {
        try {
            if (metaData == null) {
                metaData = new ShardMetaData(shard.getMetaData(), 0, names, owner);
            }
            return metaData;
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapping.unwrap(this, shard, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return Wrapping.isWrapper(this, shard, type);
    }
}
