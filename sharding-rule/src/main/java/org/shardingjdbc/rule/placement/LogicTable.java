package org.shardingjdbc.rule.placement;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A logic table and the placement of its rows. A rule defines it. The code that binds, routes, plans and describes
 * tables calls these methods, and depends neither on the rule nor on the kind of placement: everything that the engine
 * needs to know about a table is a method here. So a new kind is added in this package, and the compiler lists the
 * methods that it has to implement. Immutable; only answers that are lists or tables allocate.
 *
 * <p>The questions come in three groups: where its actual tables are ({@link #dataNodes(List)} to
 * {@link #isRenamed()}), how its rows lie in them ({@link #isPartitioned()} to {@link #pinnedDataSource()}; just one of
 * {@link #isPartitioned()}, {@link #isReplicated()} and {@link #isPinned()} is true of a table), and what its columns
 * decide ({@link #shardingColumns()} and on). Those of the last group have a default, which is right for a table of
 * which no value decides anything. Code that has to treat the kinds differently uses {@link #match}.
 */
@Incubating
public sealed interface LogicTable permits PartitionedTable, ReplicatedTable, PinnedTable {
    /** The name as the configuration writes it; compared without case. */
    String name();

    /**
     * All its actual tables, in configured order, else by data source. An operation on the whole table applies to all
     * of them.
     *
     * @param dataSourceNames of all data sources that hold tables, by index
     * @return never empty
     */
    List<DataNode> dataNodes(List<String> dataSourceNames);

    /** Its actual tables in a data source, without schema, in configured order; empty where it has none there. */
    List<String> actualTables(int dataSource);

    /**
     * Its first actual table in a data source, where one stands for all that are there; else null. Two of one data
     * source are alike, whatever rows they have.
     */
    @Nullable
    String actualTable(int dataSource);

    /** Whether it has an actual table in a data source. */
    boolean isOn(int dataSource);

    /** Whether all of its actual tables are in a data source, and no other one may have any. */
    boolean isOnlyOn(int dataSource);

    /** Where its first actual table is, which describes it: columns and indexes of all are alike. */
    int firstDataSource();

    /**
     * The data source of its one actual table; -1 where it may have several, also where only one data source happens to
     * be configured.
     */
    int onlyDataSource();

    /** Its schema, where that is another than the one of the logic database; null else. */
    @Nullable
    SchemaTable place();

    /**
     * The same table as unqualified names lead to it, if {@link #place()} is the schema of the logic database after
     * all.
     */
    default LogicTable unqualified() {
        return this;
    }

    /**
     * Whether actual tables may have other names than the logic table, so that each place in the SQL that names it is
     * rewritten. If not, {@link #actualTable} is {@link #name()} wherever it is.
     */
    boolean isRenamed();

    /**
     * Whether a row is looked for among its data nodes, by {@link #partitioning()}: then a statement is executed on
     * data nodes, not in data sources.
     */
    default boolean isPartitioned() {
        return partitioning() != null;
    }

    /**
     * What knows its data nodes by index and chooses among them by values and hints, for routing; a placement that
     * keeps rows in two layouts or looks them up answers with what does that. Null where nothing has to be chosen: then
     * it is {@link #isReplicated() everywhere} or {@link #isPinned() in one place}.
     */
    @Nullable
    PartitionedTable partitioning();

    /** Whether each of its rows is on one of several data nodes, so that no data node alone has the table. */
    boolean isSpread();

    /**
     * Whether every data source has a copy with all of its rows: one copy is enough to read it, and what is written is
     * written to each.
     */
    boolean isReplicated();

    /** Whether it is one table in one data source, as tables without a rule are. */
    default boolean isPinned() {
        return pinnedDataSource() >= 0;
    }

    /** The data source to which it is {@link #isPinned() pinned}, or -1. */
    int pinnedDataSource();

    /** The columns whose values decide the data node, each once, lower case; empty where something else decides. */
    default List<String> shardingColumns() {
        return List.of();
    }

    /**
     * Whether a column is one of the {@link #shardingColumns()}.
     *
     * @param column compared without case
     */
    default boolean isShardingColumn(String column) {
        List<String> columns = shardingColumns();
        for (int i = 0; i < columns.size(); i++) {
            if (columns.get(i).equalsIgnoreCase(column)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether rows with equal values of all sharding columns are on one data node, in one place of each table. True as
     * well for a table with one data node.
     */
    default boolean placedByColumns() {
        return true;
    }

    /** Whether some sharding column may hold NULL. */
    default boolean placesNulls() {
        return false;
    }

    /**
     * Whether values from outside the SQL route it.
     *
     * @param byDatabase whether they choose the data source, or else the actual table
     */
    default boolean asksHint(boolean byDatabase) {
        return false;
    }

    /**
     * The binding group, or -1. In a group, node i of one table holds the rows that belong with those of node i of
     * another (same data source; the same suffix, or the same slots), and the sharding columns correspond by position
     * in {@link #shardingColumns()}.
     */
    default int bindingGroup() {
        return -1;
    }

    /** Whether it is in one binding group with another table, or with itself. */
    default boolean isBoundTo(LogicTable other) {
        return bindingGroup() >= 0 && bindingGroup() == other.bindingGroup();
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
    default @Nullable KeyGeneration keyGeneration() {
        return null;
    }

    /**
     * Whether keys are made for a column of it.
     *
     * @param column compared without case
     */
    default boolean generatesKey(String column) {
        KeyGeneration generation = keyGeneration();
        return generation != null && generation.column().equalsIgnoreCase(column);
    }

    /** The auditors that each DML on it must pass; often empty. */
    default List<Audit> audits() {
        return List.of();
    }

    /**
     * For code that does something of its own for each kind of placement, where no question says what. A new kind adds
     * a method to the visitor and a parameter here, so that the compiler finds all these places.
     */
    default <T> T match(
            Function<? super PartitionedTable, ? extends T> partitioned,
            Function<? super ReplicatedTable, ? extends T> replicated,
            Function<? super PinnedTable, ? extends T> pinned) {
        return accept(new Visitor<>() {
            @Override
            public T partitioned(PartitionedTable table) {
                return partitioned.apply(table);
            }

            @Override
            public T replicated(ReplicatedTable table) {
                return replicated.apply(table);
            }

            @Override
            public T pinned(PinnedTable table) {
                return pinned.apply(table);
            }
        });
    }

    /** Calls the visitor's method for its kind. */
    <T> T accept(Visitor<T> visitor);

    /** One method for each kind of placement. */
    @Incubating
    interface Visitor<T> {
        /** Of a table whose rows are looked for among data nodes. */
        T partitioned(PartitionedTable table);

        /** Of a table with all of its rows in every data source. */
        T replicated(ReplicatedTable table);

        /** Of a table in one data source. */
        T pinned(PinnedTable table);
    }
}
