package org.shardingjdbc.engine.internal.result.label;

import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** What the application calls the tables and databases that the metadata of a shard's result names. */
public interface LogicNames {
    /** Names as the shard says them. */
    LogicNames AS_THEY_ARE = new LogicNames() {
        @Override
        public String table(String actualTable) {
            return actualTable;
        }

        @Override
        public String schema(String actualSchema) {
            return actualSchema;
        }

        @Override
        public String catalog(String actualCatalog) {
            return actualCatalog;
        }
    };

    /** The logic table; the name itself when it is no actual table. Never null, may be empty. */
    String table(String actualTable);

    /** The schema that the application sees; may be empty. */
    @Nullable
    String schema(String actualSchema);

    /** The label that the application sees. */
    default String label(String actualLabel) {
        return actualLabel;
    }

    /**
     * The column that statements name; the name itself where rules give it no other one.
     *
     * @param table as the shard says it; null where it tells none
     */
    default String column(String table, String actualColumn) {
        return actualColumn;
    }

    /** The column's name of a shard's result, where it is that of the column and not its label. */
    static String columnName(ResultSetMetaData shard, int column, LogicNames names) throws SQLException {
        String name = shard.getColumnName(column);
        // a driver that knows no names of columns gives labels, which are logic ones
        return name == null || name.equals(shard.getColumnLabel(column))
                ? name
                : names.column(shard.getTableName(column), name);
    }

    /** The catalog that the application sees; may be empty. */
    @Nullable
    String catalog(String actualCatalog);
}
