package org.shardingjdbc.testkit.oracle.internal.model;

import java.util.List;

/**
 * A logic table.
 *
 * @param name lower case; of a table in another schema than the others with that in front
 * @param role how its rows are spread
 * @param shardingColumns what decides the data node; empty unless it is sharded
 * @param bindingGroup tables with the same non-negative number are binding tables, whose sharding columns correspond in
 *     order; -1 for none
 * @param columns all, in order
 * @param primaryKey column names, never empty
 * @param generated a further column behind the others, whose values the database or a key generator makes, so that they
 *     are by chance; null for none
 */
public record TableModel(
        String name,
        TableRole role,
        List<String> shardingColumns,
        int bindingGroup,
        List<ColumnModel> columns,
        List<String> primaryKey,
        String generated) {
    public TableModel {
        shardingColumns = List.copyOf(shardingColumns);
        columns = List.copyOf(columns);
        primaryKey = List.copyOf(primaryKey);
    }

    /** A table whose values are all given. */
    public TableModel(
            String name,
            TableRole role,
            List<String> shardingColumns,
            int bindingGroup,
            List<ColumnModel> columns,
            List<String> primaryKey) {
        this(name, role, shardingColumns, bindingGroup, columns, primaryKey, null);
    }

    /** Whether it is in another schema than the others, where it may have the name of one of them. */
    public boolean isElsewhere() {
        return name.indexOf('.') >= 0;
    }

    /** The column of that name. */
    public ColumnModel column(String column) {
        return columns.stream().filter(c -> c.name().equals(column)).findFirst().orElseThrow();
    }
}
