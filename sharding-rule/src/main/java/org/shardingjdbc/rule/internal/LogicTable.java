package org.shardingjdbc.rule.internal;

/** A table that the application names, and where its rows are. Immutable. */
public sealed interface LogicTable permits ShardedTable, BroadcastTable, SingleTable {
    /** The name as the configuration writes it; compared without case. */
    String name();
}
