package io.shardingjdbc.jdbc.internal.result;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.jdbc.internal.error.SqlErrors;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;

/** A shard's metadata without derived columns, and with logic names. As thread-safe as the driver's. */
final class ShardMetaData implements ResultSetMetaData {
    private final ResultSetMetaData shard;
    private final int columnCount;
    private final LogicNames names;

    /** @param derivedColumns how many trailing columns are hidden */
    ShardMetaData(ResultSetMetaData shard, int derivedColumns, LogicNames names) throws SQLException {
        this.shard = shard;
        this.columnCount = shard.getColumnCount() - derivedColumns;
        this.names = names;
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
    public String getTableName(int column) throws SQLException {
        String name = shard.getTableName(visible(column));
        return name == null ? null : names.table(name);
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        String name = shard.getSchemaName(visible(column));
        return name == null ? null : names.schema(name);
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        String name = shard.getCatalogName(visible(column));
        return name == null ? null : names.catalog(name);
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
        return shard.isReadOnly(visible(column));
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return shard.isSigned(visible(column));
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return shard.getPrecision(visible(column));
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        return shard.isWritable(visible(column));
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return shard.isCaseSensitive(visible(column));
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        return shard.isAutoIncrement(visible(column));
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        return shard.isSearchable(visible(column));
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        return shard.isCurrency(visible(column));
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return shard.isNullable(visible(column));
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return shard.getColumnDisplaySize(visible(column));
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return names.label(shard.getColumnLabel(visible(column)));
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return names.label(shard.getColumnName(visible(column)));
    }

    @Override
    public int getScale(int column) throws SQLException {
        return shard.getScale(visible(column));
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return shard.getColumnType(visible(column));
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return shard.getColumnTypeName(visible(column));
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        return shard.isDefinitelyWritable(visible(column));
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return shard.getColumnClassName(visible(column));
    }
}
