package org.shardingjdbc.engine.internal.result;

import java.sql.JDBCType;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/** The metadata of rows that belong to no table. Immutable. */
final class LocalMetaData implements ResultSetMetaData {
    private final List<LocalColumn> columns;

    LocalMetaData(List<LocalColumn> columns) {
        this.columns = columns;
    }

    private LocalColumn column(int column) throws SQLException {
        if (column < 1 || column > columns.size()) {
            throw SqlErrors.of(ErrorCode.COLUMN_INDEX_OUT_OF_RANGE, column, columns.size());
        }
        return columns.get(column - 1);
    }

    private boolean isText(int column) throws SQLException {
        return String.class.getName().equals(column(column).className());
    }

    @Override
    public int getColumnCount() {
        return columns.size();
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return column(column).label();
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return column(column).label();
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return column(column).type().getVendorTypeNumber();
    }

    @Override
    public @Nullable String getColumnTypeName(int column) throws SQLException {
        return column(column).typeName();
    }

    @Override
    public @Nullable String getColumnClassName(int column) throws SQLException {
        return column(column).className();
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return isText(column) ? Integer.MAX_VALUE : 32;
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return switch (column(column).type()) {
            case BIT, BOOLEAN -> 1;
            case SMALLINT -> 5;
            case INTEGER -> 10;
            case BIGINT -> 19;
            default -> 0;
        };
    }

    @Override
    public int getScale(int column) throws SQLException {
        column(column);
        return 0;
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        JDBCType type = column(column).type();
        return type == JDBCType.SMALLINT || type == JDBCType.INTEGER || type == JDBCType.BIGINT;
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return isText(column);
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public int isNullable(int column) throws SQLException {
        column(column);
        return columnNullableUnknown;
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        column(column);
        return true;
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        column(column);
        return false;
    }

    @Override
    public String getTableName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public String getSchemaName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public String getCatalogName(int column) throws SQLException {
        column(column);
        return "";
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return Wrapping.unwrap(this, null, type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return Wrapping.isWrapper(this, null, type);
    }
}
