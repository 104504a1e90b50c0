package org.shardingjdbc.rule.placement;

/**
 * A table that the application names, and where its rows are, in the engine's own words. A rule says it; whoever binds,
 * routes, plans or describes tables asks this and never which rule it was. Immutable.
 */
public sealed interface LogicTable permits PartitionedTable, ReplicatedTable, PinnedTable {
    /** The name as the configuration writes it; compared without case. */
    String name();
}
