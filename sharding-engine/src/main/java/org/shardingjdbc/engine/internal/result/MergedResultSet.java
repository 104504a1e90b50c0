package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.error.WarningChain;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.merge.internal.row.MergedRows;

/**
 * The merged rows of several shards, read-only, and forward only but for {@link ScrollableResultSet}. A getter goes to
 * the shard's own result set when the value came from one as it is, so that conversions are the driver's; only computed
 * and held values are converted here. Not thread-safe.
 */
public class MergedResultSet extends SourcedResultSet {
    /** Tells the columns of a result, without derived ones and with logic names, when somebody asks. */
    @FunctionalInterface
    public interface Description {
        /** @param united what the driver says of the first shard's rows */
        @Nullable
        ResultSetMetaData columns(ResultSetMetaData united) throws SQLException;
    }

    private final List<ResultSet> shards;
    private final MergedRows rows;
    private final int derivedColumns;
    private final LogicNames names;
    private @Nullable Description description;
    private @Nullable ResultSetMetaData metaData;
    private int columnCount = -1;
    private @Nullable ResultSet lastSource;

    /**
     * @param owner told when this is closed, and then closes {@code shards}
     * @param shards the drivers' result sets, at least one; the first one's metadata is this one's
     * @param rows over {@code shards}
     * @param derivedColumns how many trailing columns of a shard's row are hidden
     * @param dialect of the shards
     */
    public MergedResultSet(
            ResultOwner owner,
            List<ResultSet> shards,
            MergedRows rows,
            int derivedColumns,
            Dialect dialect,
            LogicNames names) {
        super(owner, dialect);
        this.shards = shards;
        this.rows = rows;
        this.derivedColumns = derivedColumns;
        this.names = names;
    }

    /** From now on that describes the columns, and not the first shard's result. Returns this. */
    public MergedResultSet describedBy(@Nullable Description other) {
        description = other;
        return this;
    }

    @Override
    boolean advance() throws SQLException {
        try {
            return rows.next();
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    Object value(int column) {
        return rows.value(column);
    }

    @Override
    int columnCount() throws SQLException {
        if (columnCount < 0) {
            columnCount = shards.get(0).getMetaData().getColumnCount() - derivedColumns;
        }
        return columnCount;
    }

    /** The shard's result set on the row of the column; null when the value is ours. */
    @Override
    final @Nullable ResultSet rowOf(int column) throws SQLException {
        check(column);
        lastSource = rows.source(column);
        return lastSource;
    }

    @Override
    public boolean wasNull() throws SQLException {
        checkOpen();
        return lastSource != null ? lastSource.wasNull() : super.wasNull();
    }

    @Override
    public int findColumn(String label) throws SQLException {
        try {
            checkOpen();
            int column = shardColumn(label);
            if (column > columnCount()) {
                throw SqlErrors.of(ErrorCode.COLUMN_LABEL_UNKNOWN, label);
            }
            return column;
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    /** By its label; where the driver finds columns by their names too, also by the name that statements use. */
    private int shardColumn(String label) throws SQLException {
        ResultSet shard = shards.get(0);
        try {
            return shard.findColumn(label);
        } catch (SQLException e) {
            ResultSetMetaData actual = shard.getMetaData();
            for (int i = 1; i <= actual.getColumnCount(); i++) {
                String name = actual.getColumnName(i);
                String logic = LogicNames.columnName(actual, i, names);
                if (logic != null && !logic.equals(name) && logic.equalsIgnoreCase(label)) {
                    return shard.findColumn(name);
                }
            }
            throw e;
        }
    }

    @Override
    public @Nullable ResultSetMetaData getMetaData() throws SQLException {
        try {
            checkOpen();
            if (metaData == null) {
                metaData = description == null
                        ? new ShardMetaData(shards.get(0).getMetaData(), derivedColumns, names, owner)
                        : description.columns(shards.get(0).getMetaData());
            }
            return metaData;
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public int getHoldability() throws SQLException {
        try {
            checkOpen();
            return shards.get(0).getHoldability();
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public int getFetchSize() throws SQLException {
        try {
            checkOpen();
            return shards.get(0).getFetchSize();
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public void setFetchSize(int rows) throws SQLException {
        try {
            checkOpen();
            for (ResultSet shard : shards) {
                shard.setFetchSize(rows);
            }
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    /** The warnings of all shards, in their order. */
    @Override
    public @Nullable SQLWarning getWarnings() throws SQLException {
        try {
            checkOpen();
            WarningChain all = new WarningChain();
            for (ResultSet shard : shards) {
                all.add(shard.getWarnings());
            }
            return all.first();
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }

    @Override
    public void clearWarnings() throws SQLException {
        try {
            checkOpen();
            for (ResultSet shard : shards) {
                shard.clearWarnings();
            }
        } catch (RuntimeException | Error e) {
            throw unexpected(e);
        }
    }
}
