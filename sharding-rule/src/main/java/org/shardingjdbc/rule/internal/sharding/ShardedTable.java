package org.shardingjdbc.rule.internal.sharding;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.algorithm.Targets;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.Audit;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.Dependence;
import org.shardingjdbc.rule.placement.DirectRoute;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.placement.KeyGeneration;
import org.shardingjdbc.rule.placement.PartitionedTable;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** A table whose rows are spread over data nodes. Immutable, shared by all threads. */
final class ShardedTable implements PartitionedTable {
    private static final String NOWHERE = "no data node that is configured";

    private static final int[] NO_NODE = {};

    private final String name;
    private final NodeGrid grid;
    private final List<String> shardingColumns;
    /** For each sharding column the value in whose place rows with NULL lie, null entries for none. */
    private final @Nullable String[] nullPlacements;

    private final int bindingGroup;
    private final List<Dependence> dependences;
    private final Strategy databaseStrategy;
    private final TableStrategies tableStrategies;
    /** Whether the table strategy chooses data nodes. */
    private final boolean byNode;

    private final boolean namesActualTables;

    private final @Nullable KeyGeneration keyGeneration;
    private final List<Audit> audits;
    /** That of the last plan, which is mostly that of all: columns change seldom. */
    private volatile @Nullable KnownDirect direct;

    /** @param route null where there is no short way */
    private record KnownDirect(
            @Nullable ColumnSchema[] schemas, @Nullable DirectRoute route) {}

    /**
     * What the compiler found.
     *
     * @param nullPlacements by sharding column
     * @param bindingGroup -1 for none
     * @param dependences that the binding group declares
     * @param keyGeneration null for none
     */
    record Parts(
            String name,
            NodeGrid grid,
            List<String> shardingColumns,
            Map<String, String> nullPlacements,
            int bindingGroup,
            List<Dependence> dependences,
            Strategy databaseStrategy,
            TableStrategies tableStrategies,
            boolean namesActualTables,
            @Nullable KeyGeneration keyGeneration,
            List<Audit> audits) {}

    ShardedTable(Parts parts) {
        this.name = parts.name();
        this.grid = parts.grid();
        this.shardingColumns = List.copyOf(parts.shardingColumns());
        this.nullPlacements =
                shardingColumns.stream().map(parts.nullPlacements()::get).toArray(String[]::new);
        this.bindingGroup = parts.bindingGroup();
        this.dependences = List.copyOf(parts.dependences());
        this.databaseStrategy = parts.databaseStrategy();
        this.tableStrategies = parts.tableStrategies();
        this.byNode = tableStrategies.byNode();
        this.namesActualTables = parts.namesActualTables();
        this.keyGeneration = parts.keyGeneration();
        this.audits = List.copyOf(parts.audits());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<DataNode> dataNodes() {
        return grid.nodes();
    }

    @Override
    public List<String> actualTables() {
        return grid.tables();
    }

    @Override
    public boolean isOn(int dataSource) {
        return grid.row(dataSource) >= 0;
    }

    @Override
    public boolean isOnlyOn(int dataSource) {
        return grid.dataSources().size() == 1 && isOn(dataSource);
    }

    @Override
    public boolean isActualTable(String actualTable) {
        return grid.tables().folded(actualTable) >= 0;
    }

    @Override
    public boolean isActualTable(int dataSource, String actualTable) {
        return grid.isNode(dataSource, grid.tables().folded(actualTable));
    }

    @Override
    public List<String> shardingColumns() {
        return shardingColumns;
    }

    @Override
    public boolean placesNulls() {
        for (String placement : nullPlacements) {
            if (placement != null) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean placesNullsAs(PartitionedTable other) {
        return other instanceof ShardedTable sharded
                ? Arrays.equals(nullPlacements, sharded.nullPlacements)
                : !placesNulls() && !other.placesNulls();
    }

    @Override
    public @Nullable Object nullPlacement(int column, @Nullable ColumnSchema schema) {
        String text = nullPlacements[column];
        if (text == null) {
            return null;
        }
        try {
            Long number = Long.valueOf(text);
            Object[] written = ShardingValues.written(number, schema);
            return written != null && written.length == 1 && written[0] instanceof Number ? number : text;
        } catch (NumberFormatException noNumber) {
            return text;
        }
    }

    @Override
    public boolean asksHint(boolean byDatabase) {
        return byDatabase ? databaseStrategy instanceof Strategy.Hint : tableStrategies.askHint();
    }

    @Override
    public int[] databaseColumns() {
        return databaseStrategy.columnPositions();
    }

    @Override
    public int[] tableColumns() {
        return tableStrategies.columnPositions();
    }

    @Override
    public int bindingGroup() {
        return bindingGroup;
    }

    @Override
    public List<Dependence> dependences() {
        return dependences;
    }

    @Override
    public @Nullable ShardingException intervalRefusal(Domain[] domains) {
        Domain[] simple = simplified(domains);
        if (simple == null) {
            return null;
        }
        ShardingException refusal = databaseStrategy.intervalRefusal(simple);
        return refusal == null ? tableStrategies.intervalRefusal(simple) : refusal;
    }

    /** The domains without intervals that are points; null where one is empty. */
    private static Domain @Nullable [] simplified(Domain[] domains) {
        Domain[] simple = domains;
        for (int i = 0; i < domains.length; i++) {
            Domain domain = domains[i] instanceof Domain.Interval interval ? interval.simplified() : domains[i];
            if (domain instanceof Domain.Points points && points.values().length == 0) {
                return null;
            }
            if (domain != domains[i]) {
                simple = simple == domains ? domains.clone() : simple;
                simple[i] = domain;
            }
        }
        return simple;
    }

    @Override
    public int[] route(Domain[] domains, HintValues hints) {
        Domain[] simple = simplified(domains);
        if (simple == null) {
            return NO_NODE;
        }
        Domain.Points points = onePoints(simple);
        return points == null ? byTargets(simple, hints) : byPoints(points.values());
    }

    @Override
    public boolean placedByColumns() {
        int nodes = grid.nodes().size();
        boolean eachTableOnce = nodes == grid.tables().size();
        boolean eachDataSourceOnce = nodes == grid.dataSources().size();
        boolean byDatabase = databaseStrategy.decidedByColumns();
        boolean byTable = tableStrategies.decidedByColumns();
        boolean openDatabase = databaseStrategy instanceof Strategy.All;
        return nodes == 1
                || byDatabase && (byTable || eachDataSourceOnce && tableStrategies.all())
                || byTable && (eachTableOnce || byNode) && openDatabase;
    }

    @Override
    public boolean routesByOne(int column) {
        return !databaseStrategy.looksAtMore(column) && !tableStrategies.looksAtMore(column);
    }

    @Override
    public @Nullable DirectRoute direct(@Nullable ColumnSchema[] schemas) {
        KnownDirect known = direct;
        if (known == null || !Arrays.equals(known.schemas(), schemas)) {
            known = new KnownDirect(schemas.clone(), GridRoute.of(grid, databaseStrategy, tableStrategies, schemas));
            direct = known;
        }
        return known.route();
    }

    @Override
    public long @Nullable [] statementsOfSlots() {
        Strategy.Standard nodes = byNode ? tableStrategies.standard() : null;
        return nodes == null ? null : nodes.choice().statementsOfSlots();
    }

    @Override
    public int @Nullable [] slots() {
        Strategy.Standard nodes = byNode ? tableStrategies.standard() : null;
        int[] slots = nodes == null ? null : nodes.choice().slots();
        return slots == null ? null : slots.clone();
    }

    @Override
    public boolean namesActualTables() {
        return namesActualTables;
    }

    @Override
    public @Nullable KeyGeneration keyGeneration() {
        return keyGeneration;
    }

    @Override
    public List<Audit> audits() {
        return audits;
    }

    /**
     * The points that decide everything, when the strategies ask for one column only and its values are known: then
     * each value has a place of its own, and the route is their union rather than the product of data sources and
     * tables.
     */
    private Domain.@Nullable Points onePoints(Domain[] domains) {
        Strategy.Standard database = databaseStrategy instanceof Strategy.Standard standard ? standard : null;
        Strategy.Standard table = tableStrategies.standard();
        boolean others = database == null && !(databaseStrategy instanceof Strategy.All)
                || table == null && !tableStrategies.all();
        Strategy.Standard first = database == null ? table : database;
        if (others || first == null) {
            return null;
        }
        int column = first.domain();
        if (table != null && table.domain() != column) {
            return null;
        }
        return domains[column] instanceof Domain.Points points ? points : null;
    }

    private int[] byPoints(Object[] values) {
        if (values.length == 1 && databaseStrategy instanceof Strategy.Standard database && !tableStrategies.all()) {
            int row = database.choice().target(values[0]);
            int column = tableStrategies.column(row, values[0]);
            int node = grid.node(row, column);
            if (node < 0) {
                throw noSuchNode(
                        column < 0
                                ? "no target"
                                : Targets.notConfigured("data node "
                                        + grid.dataSources().get(row) + '.'
                                        + grid.tables().get(column)),
                        values[0]);
            }
            return new int[] {node};
        }
        if (byNode && values.length == 1) {
            return new int[] {tableStrategies.node(values[0])};
        }
        BitSet nodes = new BitSet(grid.nodes().size());
        for (Object value : values) {
            if (byNode) {
                nodes.set(tableStrategies.node(value));
            } else {
                addNodes(value, nodes);
            }
        }
        return array(nodes);
    }

    private void addNodes(Object value, BitSet nodes) {
        boolean found = false;
        boolean all = databaseStrategy instanceof Strategy.All;
        int row = all ? 0 : ((Strategy.Standard) databaseStrategy).choice().target(value);
        int lastRow = all ? grid.dataSources().size() - 1 : row;
        int common = tableStrategies.all() || !tableStrategies.shared() ? -1 : tableStrategies.column(0, value);
        for (; row <= lastRow; row++) {
            int column = common >= 0 || tableStrategies.all() ? common : tableStrategies.column(row, value);
            if (column < 0 && !tableStrategies.all()) {
                continue;
            }
            int last = column < 0 ? grid.tables().size() - 1 : column;
            for (int i = Math.max(0, column); i <= last; i++) {
                int node = grid.node(row, i);
                if (node >= 0) {
                    nodes.set(node);
                    found = true;
                }
            }
        }
        if (!found) {
            throw noSuchNode(NOWHERE, value);
        }
    }

    private int[] byTargets(Domain[] domains, HintValues hints) {
        if (byNode) {
            BitSet nodes = new BitSet(grid.nodes().size());
            tableStrategies.chooseNodes(domains, hints, nodes);
            return array(nodes);
        }
        BitSet rows = new BitSet(grid.dataSources().size());
        databaseStrategy.choose(domains, hints, rows);
        BitSet nodes = new BitSet(grid.nodes().size());
        boolean tables = false;
        BitSet columns = null;
        for (int row = rows.nextSetBit(0); row >= 0; row = rows.nextSetBit(row + 1)) {
            if (columns == null || !tableStrategies.shared()) {
                columns = new BitSet(grid.tables().size());
                tableStrategies.choose(row, domains, hints, columns);
            }
            for (int column = columns.nextSetBit(0); column >= 0; column = columns.nextSetBit(column + 1)) {
                int node = grid.node(row, column);
                tables = true;
                if (node >= 0) {
                    nodes.set(node);
                }
            }
        }
        boolean asked = tables || tableStrategies.skips() && !rows.isEmpty();
        if (asked && nodes.isEmpty()) {
            throw noSuchNode(NOWHERE, null);
        }
        return array(nodes);
    }

    private ShardingException noSuchNode(String chosen, @Nullable Object value) {
        return new ShardingException(
                ErrorCode.SHARDING_TARGET_UNKNOWN,
                tableStrategies.algorithm(),
                name,
                chosen,
                value == null ? "null" : value.getClass().getSimpleName(),
                grid.nodes());
    }

    private static int[] array(BitSet nodes) {
        int[] indexes = new int[nodes.cardinality()];
        int node = -1;
        for (int i = 0; i < indexes.length; i++) {
            node = nodes.nextSetBit(node + 1);
            indexes[i] = node;
        }
        return indexes;
    }

    @Override
    public String toString() {
        return name;
    }
}
