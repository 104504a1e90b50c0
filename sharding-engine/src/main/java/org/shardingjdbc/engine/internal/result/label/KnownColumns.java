package org.shardingjdbc.engine.internal.result.label;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.experience.RowDescription;

/** What a shard's driver told of columns, with logic names, kept beyond the life of its statement. Immutable. */
public final class KnownColumns implements ResultSetMetaData, RowDescription {
    private final Column[] columns;
    /** Null where these do not stand for other ones. */
    private final @Nullable List<Type> united;

    /**
     * Reads everything.
     *
     * @param united columns that come from several tables at once, for which these stand; null for none
     */
    public KnownColumns(ResultSetMetaData shard, LogicNames names, @Nullable ResultSetMetaData united)
            throws SQLException {
        this.united = united == null ? null : types(united);
        this.columns = new Column[shard.getColumnCount()];
        for (int i = 0; i < columns.length; i++) {
            columns[i] = new Column(Flags.read(shard, i + 1), Type.read(shard, i + 1), Name.read(shard, i + 1, names));
        }
    }

    private static List<Type> types(ResultSetMetaData united) throws SQLException {
        List<Type> types = new ArrayList<>();
        for (int i = 1; i <= united.getColumnCount(); i++) {
            types.add(Type.read(united, i));
        }
        return types;
    }

    /** Whether these stand for columns of several tables that have the types of those. */
    public boolean describes(ResultSetMetaData now) throws SQLException {
        return united != null && united.equals(types(now));
    }

    private record Column(Flags flags, Type type, Name name) {}

    private record Flags(
            boolean autoIncrement,
            boolean caseSensitive,
            boolean searchable,
            boolean currency,
            int nullable,
            boolean readOnly,
            boolean writable,
            boolean definitelyWritable) {
        static Flags read(ResultSetMetaData shard, int column) throws SQLException {
            return new Flags(
                    shard.isAutoIncrement(column),
                    shard.isCaseSensitive(column),
                    shard.isSearchable(column),
                    shard.isCurrency(column),
                    shard.isNullable(column),
                    shard.isReadOnly(column),
                    shard.isWritable(column),
                    shard.isDefinitelyWritable(column));
        }
    }

    private record Type(
            boolean signed, int displaySize, int precision, int scale, int type, String typeName, String className) {
        static Type read(ResultSetMetaData shard, int column) throws SQLException {
            return new Type(
                    shard.isSigned(column),
                    shard.getColumnDisplaySize(column),
                    shard.getPrecision(column),
                    shard.getScale(column),
                    shard.getColumnType(column),
                    shard.getColumnTypeName(column),
                    shard.getColumnClassName(column));
        }
    }

    private record Name(
            String label,
            String column,
            @Nullable String table,
            @Nullable String schema,
            @Nullable String catalog) {
        static Name read(ResultSetMetaData shard, int column, LogicNames names) throws SQLException {
            String table = shard.getTableName(column);
            String schema = shard.getSchemaName(column);
            String catalog = shard.getCatalogName(column);
            return new Name(
                    shard.getColumnLabel(column),
                    LogicNames.columnName(shard, column, names),
                    table == null ? null : names.table(table),
                    schema == null ? null : names.schema(schema),
                    catalog == null ? null : names.catalog(catalog));
        }
    }

    private Column column(int column) throws SQLException {
        if (column < 1 || column > columns.length) {
            throw SqlErrors.of(ErrorCode.COLUMN_INDEX_OUT_OF_RANGE, column, columns.length);
        }
        return columns[column - 1];
    }

    @Override
    public int getColumnCount() {
        return columns.length;
    }

    @Override
    public boolean isAutoIncrement(int column) throws SQLException {
        return column(column).flags.autoIncrement;
    }

    @Override
    public boolean isCaseSensitive(int column) throws SQLException {
        return column(column).flags.caseSensitive;
    }

    @Override
    public boolean isSearchable(int column) throws SQLException {
        return column(column).flags.searchable;
    }

    @Override
    public boolean isCurrency(int column) throws SQLException {
        return column(column).flags.currency;
    }

    @Override
    public int isNullable(int column) throws SQLException {
        return column(column).flags.nullable;
    }

    @Override
    public boolean isReadOnly(int column) throws SQLException {
        return column(column).flags.readOnly;
    }

    @Override
    public boolean isWritable(int column) throws SQLException {
        return column(column).flags.writable;
    }

    @Override
    public boolean isDefinitelyWritable(int column) throws SQLException {
        return column(column).flags.definitelyWritable;
    }

    @Override
    public boolean isSigned(int column) throws SQLException {
        return column(column).type.signed;
    }

    @Override
    public int getColumnDisplaySize(int column) throws SQLException {
        return column(column).type.displaySize;
    }

    @Override
    public int getPrecision(int column) throws SQLException {
        return column(column).type.precision;
    }

    @Override
    public int getScale(int column) throws SQLException {
        return column(column).type.scale;
    }

    @Override
    public int getColumnType(int column) throws SQLException {
        return column(column).type.type;
    }

    @Override
    public String getColumnTypeName(int column) throws SQLException {
        return column(column).type.typeName;
    }

    @Override
    public String getColumnClassName(int column) throws SQLException {
        return column(column).type.className;
    }

    @Override
    public String getColumnLabel(int column) throws SQLException {
        return column(column).name.label;
    }

    @Override
    public String getColumnName(int column) throws SQLException {
        return column(column).name.column;
    }

    @Override
    public @Nullable String getTableName(int column) throws SQLException {
        return column(column).name.table;
    }

    @Override
    public @Nullable String getSchemaName(int column) throws SQLException {
        return column(column).name.schema;
    }

    @Override
    public @Nullable String getCatalogName(int column) throws SQLException {
        return column(column).name.catalog;
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        if (type != null && type.isInstance(this)) {
            return type.cast(this);
        }
        throw SqlErrors.of(
                ErrorCode.NO_SUCH_WRAPPED_TYPE, "The result metadata", type == null ? "null" : type.getName());
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return type != null && type.isInstance(this);
    }
}
