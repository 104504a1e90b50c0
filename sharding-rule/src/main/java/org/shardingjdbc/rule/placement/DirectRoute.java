package org.shardingjdbc.rule.placement;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.internal.value.ShardingValues;

/**
 * The short way from whole numbers to data nodes, of a table with at most one sharding column for the data source and
 * one for the actual table: it makes no domains, no sets, no objects at all. It answers only where
 * {@link PartitionedTable#route} would give the same; whatever it does not know it leaves to that, and it throws
 * nothing. Immutable, shared by all threads.
 */
@Incubating
public abstract class DirectRoute {
    /** Stands for a value of which nothing is known. */
    public static final Object ANY = ShardingValues.UNKNOWN;

    /** Position of the sharding column that decides the data source; -1 for none. */
    public abstract int databaseColumn();

    /** Position of the sharding column that decides the actual table; -1 for none. */
    public abstract int tableColumn();

    /**
     * The only node of a value of each column.
     *
     * @param databaseValue as a setter or a literal gave it, null for NULL, or {@link #ANY}
     * @param tableValue the same for the other column
     * @return -1 when {@link PartitionedTable#route} must be used: the node is unknown, or there are several
     */
    public abstract int node(@Nullable Object databaseValue, @Nullable Object tableValue);

    /** Whether {@link #nodes} can be asked: the table has no more data nodes than a {@code long} has bits. */
    public abstract boolean fewNodes();

    /**
     * All nodes that a value of each column leaves. Values as {@link #node} takes them.
     *
     * @return a bit for each node, bit {@code i} for the node of index {@code i}; 0 when {@link PartitionedTable#route}
     *     must be used
     */
    public abstract long nodes(@Nullable Object databaseValue, @Nullable Object tableValue);
}
