package org.shardingjdbc.rule.placement;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * A table whose rows are spread over data nodes by the values of some columns; with one data node and no such column, a
 * table that has another name there. Implementations are immutable and shared by all threads.
 */
@Incubating
public non-sealed interface PartitionedTable extends LogicTable {
    /** All data nodes, in configured order; the position is the node's index. */
    List<DataNode> dataNodes();

    /**
     * The sharding columns that decide the data source, as positions in {@link #shardingColumns()}; the others decide
     * the actual table alone.
     */
    default int[] databaseColumns() {
        return new int[0];
    }

    /** The sharding columns that decide the actual table, as positions in {@link #shardingColumns()}. */
    default int[] tableColumns() {
        return new int[0];
    }

    /**
     * Chooses data nodes for one execution.
     *
     * @param domains what is known of each sharding column, in the order of {@link #shardingColumns()}; values are
     *     canonical
     * @param hints values from outside the SQL, never null
     * @return node indexes, ascending, no duplicates; empty means provably no row matches. Never too narrow. The caller
     *     may keep the array and must not change it
     * @throws org.shardingjdbc.error.ShardingException when what is known names no data node
     */
    int[] route(Domain[] domains, HintValues hints);

    /**
     * Why {@link #route} would refuse intervals of values, whatever they are.
     *
     * @return null where it takes them; never raised itself, as it is kept
     */
    default @Nullable ShardingException intervalRefusal(Domain[] domains) {
        return null;
    }

    /**
     * Chooses the data nodes of rows that are there: as {@link #route}, but that a value for which a row would be
     * refused has none, so that it finds nothing and does not affect the others.
     */
    default int[] find(Domain[] domains, HintValues hints) {
        try {
            return route(domains, hints);
        } catch (ShardingException refusal) {
            if (!PointByPoint.mayFind(this, refusal)) {
                throw refusal;
            }
            return PointByPoint.find(this, domains, hints, refusal);
        }
    }

    /**
     * The short way to the nodes of whole numbers, or null where there is none.
     *
     * @param schemas of the sharding columns; null entries where they are not known
     */
    default @Nullable DirectRoute direct(@Nullable ColumnSchema[] schemas) {
        return null;
    }

    /**
     * Whether a value of this column means something without those of the others: not where one algorithm looks at
     * several columns, which may want all that the statement knows.
     *
     * @param column its position in {@link #shardingColumns()}
     */
    default boolean routesByOne(int column) {
        return true;
    }

    /**
     * Where the slots of {@link org.shardingjdbc.rule.algorithm.HashSlot} decide the data node alone, by slot the index
     * of its node.
     *
     * @return a copy; null where something else decides
     */
    default int @Nullable [] slots() {
        return null;
    }

    /**
     * By slot about how many values statements have placed in it since this configuration counts in this process.
     *
     * @return null where nobody counts them
     */
    default long @Nullable [] statementsOfSlots() {
        return null;
    }

    /**
     * Whether nothing but an algorithm decides where a row is, and that by naming the actual table: tables with the
     * same one, and the same names in the same order, have a row in the actual table of the same name.
     */
    default boolean namesActualTables() {
        return false;
    }

    /** Whether rows with NULL lie on corresponding data nodes in both tables, if both have any. */
    default boolean placesNullsAs(PartitionedTable other) {
        return !placesNulls() && !other.placesNulls();
    }

    /**
     * The value in whose place rows lie that have NULL in a sharding column.
     *
     * @param schema of the column, or null where it is not known
     * @return a value as a literal would have it; null where the column holds no NULL
     */
    default @Nullable Object nullPlacement(int column, @Nullable ColumnSchema schema) {
        return null;
    }

    /** As {@link LogicTable} has it; asked of each, as hints and intervals may place rows otherwise. */
    @Override
    boolean placedByColumns();

    /** The names of its actual tables in all data sources, each once, in configured order. */
    default List<String> actualTables() {
        return dataNodes().stream().map(DataNode::table).distinct().toList();
    }

    /** Whether an actual table has that name in some data source; compared without case. */
    default boolean isActualTable(String actualTable) {
        for (DataNode node : dataNodes()) {
            if (node.table().equalsIgnoreCase(actualTable)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it has an actual table of that name in a data source; compared without case. */
    default boolean isActualTable(int dataSource, String actualTable) {
        for (DataNode node : dataNodes()) {
            if (node.dataSource() == dataSource && node.table().equalsIgnoreCase(actualTable)) {
                return true;
            }
        }
        return false;
    }

    @Override
    default List<DataNode> dataNodes(List<String> dataSourceNames) {
        return dataNodes();
    }

    @Override
    default List<String> actualTables(int dataSource) {
        List<String> tables = new ArrayList<>();
        for (DataNode node : dataNodes()) {
            if (node.dataSource() == dataSource) {
                tables.add(node.table());
            }
        }
        return tables;
    }

    @Override
    default @Nullable String actualTable(int dataSource) {
        for (DataNode node : dataNodes()) {
            if (node.dataSource() == dataSource) {
                return node.table();
            }
        }
        return null;
    }

    @Override
    default boolean isOn(int dataSource) {
        return actualTable(dataSource) != null;
    }

    @Override
    default boolean isOnlyOn(int dataSource) {
        for (DataNode node : dataNodes()) {
            if (node.dataSource() != dataSource) {
                return false;
            }
        }
        return true;
    }

    @Override
    default int firstDataSource() {
        return dataNodes().get(0).dataSource();
    }

    @Override
    default int onlyDataSource() {
        return isSpread() ? -1 : firstDataSource();
    }

    @Override
    default @Nullable SchemaTable place() {
        return null;
    }

    @Override
    default boolean isRenamed() {
        return true;
    }

    @Override
    default PartitionedTable partitioning() {
        return this;
    }

    @Override
    default boolean isSpread() {
        return dataNodes().size() > 1;
    }

    @Override
    default boolean isReplicated() {
        return false;
    }

    @Override
    default int pinnedDataSource() {
        return -1;
    }

    @Override
    default <T> T accept(Visitor<T> visitor) {
        return visitor.partitioned(this);
    }
}
