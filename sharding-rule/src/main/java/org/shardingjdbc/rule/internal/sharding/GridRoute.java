package org.shardingjdbc.rule.internal.sharding;

import org.shardingjdbc.rule.internal.algorithm.StandardPlacement;
import org.shardingjdbc.rule.internal.value.WholeNumberKind;
import org.shardingjdbc.rule.placement.DirectRoute;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The short way of tables whose strategies ask for one column each: no domains, no sets, no objects at all. Other
 * values, targets that do not exist and refusals are left to {@link ShardedTable#route}. Immutable, shared by all
 * threads.
 */
final class GridRoute extends DirectRoute {
    private static final int UNKNOWN = -1;

    private final NodeGrid grid;
    private final int rows;
    private final Strategy.Standard database;
    private final TableStrategies tables;
    private final WholeNumberKind databaseKind;
    private final WholeNumberKind tableKind;
    /**
     * By target of the table strategy the only node that it means, or {@link #UNKNOWN}, where that strategy alone
     * decides and is the same in all data sources; else null.
     */
    private final int[] onlyNodes;
    /** That strategy; null where {@link #onlyNodes} is. */
    private final StandardPlacement only;

    private GridRoute(NodeGrid grid, Strategy.Standard database, TableStrategies tables, ColumnSchema[] schemas) {
        this.grid = grid;
        this.rows = grid.dataSources().size();
        this.database = database;
        this.tables = tables;
        this.databaseKind = database == null ? null : WholeNumberKind.of(schemas[database.domain()]);
        this.tableKind = tables == null
                ? null
                : WholeNumberKind.of(schemas[tables.standard().domain()]);
        this.onlyNodes = database == null && tables != null && tables.shared() ? onlyNodes() : null;
        this.only = onlyNodes == null ? null : tables.standard().placement();
    }

    private int[] onlyNodes() {
        int[] nodes = new int[grid.tables().size()];
        for (int column = 0; column < nodes.length; column++) {
            nodes[column] = UNKNOWN;
            int found = 0;
            for (int row = 0; row < rows; row++) {
                if (grid.node(row, column) >= 0) {
                    nodes[column] = ++found == 1 ? grid.node(row, column) : UNKNOWN;
                }
            }
        }
        return nodes;
    }

    /** Null where there is no short way. */
    static GridRoute of(NodeGrid grid, Strategy byDatabase, TableStrategies tables, ColumnSchema[] schemas) {
        Strategy.Standard database = byDatabase instanceof Strategy.Standard standard ? standard : null;
        boolean byColumns = database != null || byDatabase instanceof Strategy.All;
        boolean tablesByColumn = tables.standard() != null;
        if (!byColumns || !tablesByColumn && !tables.all() || database == null && !tablesByColumn) {
            return null;
        }
        GridRoute route = new GridRoute(grid, database, tablesByColumn ? tables : null, schemas);
        boolean whole =
                (database == null || route.databaseKind != null) && (route.tables == null || route.tableKind != null);
        return whole ? route : null;
    }

    @Override
    public int databaseColumn() {
        return database == null ? -1 : database.domain();
    }

    @Override
    public int tableColumn() {
        return tables == null ? -1 : tables.standard().domain();
    }

    @Override
    public int node(Object databaseValue, Object tableValue) {
        if (onlyNodes != null) {
            int target = tableKind.takes(tableValue)
                    ? only.target(((Number) tableValue).longValue(), tableKind.narrows(tableValue))
                    : UNKNOWN;
            return target < 0 ? UNKNOWN : onlyNodes[target];
        }
        int row = database == null ? 0 : row(databaseValue);
        int last = database == null ? rows - 1 : row;
        if (row < 0 || tables == null || !tableKind.takes(tableValue)) {
            return row >= 0 && row == last && tables == null && grid.tables().size() == 1 ? grid.node(row, 0) : UNKNOWN;
        }
        long value = ((Number) tableValue).longValue();
        boolean narrow = tableKind.narrows(tableValue);
        int only = UNKNOWN;
        for (; row <= last; row++) {
            int column = tables.column(row, value, narrow);
            int node = column < 0 ? UNKNOWN : grid.node(row, column);
            if (column < 0 || node >= 0 && only >= 0) {
                return UNKNOWN;
            }
            only = node >= 0 ? node : only;
        }
        return only;
    }

    @Override
    public boolean fewNodes() {
        return grid.nodes().size() <= Long.SIZE;
    }

    @Override
    public long nodes(Object databaseValue, Object tableValue) {
        boolean anyRow = database == null || databaseValue == ANY;
        boolean anyColumn = tables == null || tableValue == ANY;
        int row = anyRow ? 0 : row(databaseValue);
        if (row < 0 || !anyColumn && !tableKind.takes(tableValue)) {
            return 0;
        }
        int last = anyRow ? rows - 1 : row;
        long value = anyColumn ? 0 : ((Number) tableValue).longValue();
        boolean narrow = !anyColumn && tableKind.narrows(tableValue);
        long nodes = 0;
        for (; row <= last; row++) {
            int first = anyColumn ? 0 : tables.column(row, value, narrow);
            if (first < 0) {
                return 0;
            }
            int end = anyColumn ? grid.tables().size() - 1 : first;
            for (int column = first; column <= end; column++) {
                int node = grid.node(row, column);
                nodes |= node < 0 ? 0 : 1L << node;
            }
        }
        return nodes;
    }

    private int row(Object value) {
        return databaseKind.takes(value)
                ? database.placement().target(((Number) value).longValue(), databaseKind.narrows(value))
                : UNKNOWN;
    }
}
