package org.shardingjdbc.rule.placement;

import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * A table whose rows are spread over data nodes by the values of some columns; with one data node and no such column, a
 * table that is called otherwise where it is. Implementations are immutable and shared by all threads.
 */
public non-sealed interface PartitionedTable extends LogicTable {
    /** All data nodes, in configured order; the position is the node's index. */
    List<DataNode> dataNodes();

    /** The columns whose values decide the data node, each once, lower case; empty where something else decides. */
    default List<String> shardingColumns() {
        return List.of();
    }

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
    default ShardingException intervalRefusal(Domain[] domains) {
        return null;
    }

    /**
     * Chooses the data nodes of rows that are there: as {@link #route}, but that a value for which a row would be
     * refused has none, so that it finds nothing and does not spoil those beside it.
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
    default DirectRoute direct(ColumnSchema[] schemas) {
        return null;
    }

    /**
     * Whether rows with equal values of all sharding columns are on one data node. True as well for a table with one
     * data node.
     */
    boolean placedByColumns();

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
     * Whether values from outside the SQL route it.
     *
     * @param byDatabase whether they choose the data source, or else the actual table
     */
    default boolean asksHint(boolean byDatabase) {
        return false;
    }

    /** Whether some sharding column may hold NULL. */
    default boolean placesNulls() {
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
    default Object nullPlacement(int column, ColumnSchema schema) {
        return null;
    }

    /**
     * The binding group, or -1. In a group, node i of one table holds the rows that belong with those of node i of
     * another (same data source, same suffix), and the sharding columns correspond by position in
     * {@link #shardingColumns()}.
     */
    default int bindingGroup() {
        return -1;
    }

    /**
     * What the binding group declares of the rows of its tables: those of any two that are equal in the columns of a
     * dependence are equal in the sharding columns that it determines. The dependence of another table of the group at
     * the same position is the same one. Often empty.
     */
    default List<Dependence> dependences() {
        return List.of();
    }

    /** How keys are made for it, or null. */
    default KeyGeneration keyGeneration() {
        return null;
    }

    /** The auditors that each DML on it must pass; often empty. */
    default List<Audit> audits() {
        return List.of();
    }
}
