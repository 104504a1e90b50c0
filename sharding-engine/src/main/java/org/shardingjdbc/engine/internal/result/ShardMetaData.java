package org.shardingjdbc.engine.internal.result;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.result.label.LogicNames;
import org.shardingjdbc.error.ErrorCode;

/** A shard's metadata without derived columns, and with logic names. As thread-safe as the driver's. */
final class ShardMetaData implements ResultSetMetaData {
    private final ResultSetMetaData shard;
    private final int columnCount;
    private final LogicNames names;
    private final ResultOwner owner;

    /**
     * @param derivedColumns how many trailing columns are hidden
     * @param owner of the rows that it describes
     */
    ShardMetaData(ResultSetMetaData shard, int derivedColumns, LogicNames names, ResultOwner owner)
            throws SQLException {
        this.shard = shard;
        this.columnCount = shard.getColumnCount() - derivedColumns;
        this.names = names;
        this.owner = owner;
    }

    private int visible(int column) throws SQLException {
        if (column < 1 || column > columnCount) {
            throw SqlErrors.of(ErrorCode.COLUMN_INDEX_OUT_OF_RANGE, column, columnCount);
        }
        return column;
    }

    @Override
    public int getColumnCount() {
        return columnCount;
    }

    @Override
    public @Nullable String getTableName(int column) throws SQLException {
        try {
            String name = shard.getTableName(visible(column));
            return name == null ? null : names.table(name);
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public @Nullable String getSchemaName(int column) throws SQLException {
        try {
            String name = shard.getSchemaName(visible(column));
            return name == null ? null : names.schema(name);
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public @Nullable String getCatalogName(int column) throws SQLException {
        try {
            String name = shard.getCatalogName(visible(column));
            return name == null ? null : names.catalog(name);
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

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        try {
            return shard.isReadOnly(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        try {
            return shard.isSigned(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        try {
            return shard.getPrecision(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        try {
            return shard.isWritable(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        try {
            return shard.isCaseSensitive(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        try {
            return shard.isAutoIncrement(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        try {
            return shard.isSearchable(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        try {
            return shard.isCurrency(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int isNullable(int column) throws SQLException {
        try {
            return shard.isNullable(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        try {
            return shard.getColumnDisplaySize(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        try {
            return names.label(shard.getColumnLabel(visible(column)));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        try {
            return names.label(LogicNames.columnName(shard, visible(column), names));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getScale(int column) throws SQLException {
        try {
            return shard.getScale(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        try {
            return shard.getColumnType(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        try {
            return shard.getColumnTypeName(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        try {
            return shard.isDefinitelyWritable(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        try {
            return shard.getColumnClassName(visible(column));
        } catch (RuntimeException | Error e) {
            throw owner.unexpected(e);
        }
    }
}
