package org.shardingjdbc.rule.internal.sharding;

import java.sql.Types;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.NumberPlaces;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.placement.DirectRoute;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * The short way of tables whose strategies ask for one column each: no domains, no sets, no objects at all. Other
 * values, targets that do not exist and refusals are left to {@link ShardedTable#route}. Immutable, shared by all
 * threads.
 */
class GridRoute extends DirectRoute {
    private static final int UNKNOWN = -1;

    private final NodeGrid grid;
    private final int rows;
    /** Null where every data source may have the row. */
    private final @Nullable Databases databases;
    /** Null where every actual table may have the row. */
    private final @Nullable Tables tables;

    /**
     * How whole numbers become canonical in a column, as {@link org.shardingjdbc.rule.internal.value.ShardingValues}
     * does it, without objects for them.
     */
    private enum WholeNumberKind {
        /** Integer; what does not fit is not known. */
        INTEGER,
        /** Long. */
        LONG,
        /** The column is not known: by the value's own class. */
        BY_VALUE;

        /** Null for columns of anything but whole numbers. */
        static @Nullable WholeNumberKind of(ColumnSchema column) {
            if (column == null) {
                return BY_VALUE;
            }
            String typeName = column.typeName() == null ? "" : column.typeName().toUpperCase(Locale.ROOT);
            if (typeName.equals("UUID") || typeName.startsWith("TIMESTAMPTZ") || typeName.equals("YEAR")) {
                return null;
            }
            return switch (column.jdbcType()) {
                case Types.TINYINT, Types.SMALLINT, Types.INTEGER -> typeName.contains("UNSIGNED") ? LONG : INTEGER;
                case Types.BIGINT -> LONG;
                default -> null;
            };
        }

        /** The canonical form of a whole number. */
        enum Form {
            INTEGER,
            LONG
        }

        /**
         * The form of a value of a setter or a literal; null where it is no whole number that such a column can hold.
         */
        @Nullable
        Form form(@Nullable Object value) {
            if (value instanceof Long number) {
                return this == INTEGER ? number == number.intValue() ? Form.INTEGER : null : Form.LONG;
            }
            if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
                return this == LONG ? Form.LONG : Form.INTEGER;
            }
            return null;
        }

        /** The place of a value; {@link #UNKNOWN} where the general way must find it. */
        int place(NumberPlaces places, @Nullable Object value) {
            Form form = form(value);
            return form == null || value == null
                    ? UNKNOWN
                    : places.placeOf(((Number) value).longValue(), form == Form.INTEGER);
        }
    }

    /** The function that decides the data source. */
    private record Databases(Strategy.Standard strategy, NumberPlaces rows, WholeNumberKind kind) {
        /** The row of the grid; {@link #UNKNOWN} where the value itself decides. */
        int row(@Nullable Object value) {
            return kind.place(rows, value);
        }
    }

    /**
     * The function that decides the actual table.
     *
     * @param column the position of the column among the sharding columns
     */
    private record Tables(TableStrategies strategies, int column, WholeNumberKind kind) {}

    /** The tables where the table strategy alone decides and is the same in all data sources. */
    private static final class ByTable extends GridRoute {
        private final NumberPlaces targets;
        private final WholeNumberKind kind;
        /** For each target of the strategy the only node that has this name, or {@link #UNKNOWN}. */
        private final int[] nodes;

        ByTable(NodeGrid grid, Tables tables, StandardChoice choice) {
            super(grid, null, tables);
            this.targets = choice.ofNumbers();
            this.kind = tables.kind();
            this.nodes = grid.onlyNodes();
        }

        @Override
        public int node(@Nullable Object databaseValue, @Nullable Object tableValue) {
            int target = kind.place(targets, tableValue);
            return target < 0 ? UNKNOWN : nodes[target];
        }
    }

    /** The data nodes where one strategy chooses among all of them. */
    private static final class ByNode extends GridRoute {
        private final NumberPlaces targets;
        private final WholeNumberKind kind;

        ByNode(NodeGrid grid, Tables tables, StandardChoice choice) {
            super(grid, null, tables);
            this.targets = choice.ofNumbers();
            this.kind = tables.kind();
        }

        @Override
        public int node(@Nullable Object databaseValue, @Nullable Object tableValue) {
            return kind.place(targets, tableValue);
        }

        @Override
        public long nodes(@Nullable Object databaseValue, @Nullable Object tableValue) {
            if (tableValue == ANY) {
                return super.nodes(databaseValue, tableValue);
            }
            int node = kind.place(targets, tableValue);
            return node < 0 ? 0 : 1L << node;
        }
    }

    private GridRoute(NodeGrid grid, @Nullable Databases databases, @Nullable Tables tables) {
        this.grid = grid;
        this.rows = grid.dataSources().size();
        this.databases = databases;
        this.tables = tables;
    }

    /** Null where there is no short way. */
    static @Nullable GridRoute of(
            NodeGrid grid, Strategy byDatabase, TableStrategies byTable, @Nullable ColumnSchema[] schemas) {
        Strategy.Standard table = byTable.standard();
        WholeNumberKind tableKind = table == null ? null : WholeNumberKind.of(schemas[table.domain()]);
        if (table == null ? !byTable.all() : tableKind == null) {
            return null;
        }
        Tables tables = table == null || tableKind == null ? null : new Tables(byTable, table.domain(), tableKind);
        if (byDatabase instanceof Strategy.Standard database) {
            WholeNumberKind kind = WholeNumberKind.of(schemas[database.domain()]);
            return kind == null
                    ? null
                    : new GridRoute(
                            grid, new Databases(database, database.choice().ofNumbers(), kind), tables);
        }
        if (!(byDatabase instanceof Strategy.All) || table == null || tables == null) {
            return null;
        }
        if (byTable.byNode()) {
            return new ByNode(grid, tables, table.choice());
        }
        return byTable.shared() ? new ByTable(grid, tables, table.choice()) : new GridRoute(grid, null, tables);
    }

    @Override
    public int databaseColumn() {
        return databases == null ? -1 : databases.strategy().domain();
    }

    @Override
    public int tableColumn() {
        return tables == null ? -1 : tables.column();
    }

    @Override
    public int node(@Nullable Object databaseValue, @Nullable Object tableValue) {
        int row = databases == null ? 0 : databases.row(databaseValue);
        int last = databases == null ? rows - 1 : row;
        WholeNumberKind.Form form = tables == null ? null : tables.kind().form(tableValue);
        if (row < 0 || tables == null || form == null || tableValue == null) {
            return row >= 0 && row == last && tables == null && grid.tables().size() == 1 ? grid.node(row, 0) : UNKNOWN;
        }
        long value = ((Number) tableValue).longValue();
        boolean narrow = form == WholeNumberKind.Form.INTEGER;
        int only = UNKNOWN;
        for (; row <= last; row++) {
            int column = tables.strategies().column(row, value, narrow);
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
    public long nodes(@Nullable Object databaseValue, @Nullable Object tableValue) {
        Databases database = databaseValue == ANY ? null : databases;
        Tables table = tableValue == ANY ? null : tables;
        int row = database == null ? 0 : database.row(databaseValue);
        WholeNumberKind.Form form = table == null ? null : table.kind().form(tableValue);
        if (row < 0 || table != null && form == null) {
            return 0;
        }
        int last = database == null ? rows - 1 : row;
        long value = table == null || tableValue == null ? 0 : ((Number) tableValue).longValue();
        boolean narrow = form == WholeNumberKind.Form.INTEGER;
        long nodes = 0;
        for (; row <= last; row++) {
            int first = table == null ? 0 : table.strategies().column(row, value, narrow);
            if (first < 0) {
                return 0;
            }
            int end = table == null ? grid.tables().size() - 1 : first;
            for (int column = first; column <= end; column++) {
                int node = grid.node(row, column);
                nodes |= node < 0 ? 0 : 1L << node;
            }
        }
        return nodes;
    }
}
