package org.shardingjdbc.route.internal.shape;

/** What the SQL text alone says about the number of route units. */
public enum RouteKind {
    /** Exactly one unit in every execution: single tables, reads of broadcast tables, a table with one data node. */
    SINGLE_NODE,
    /** One value for every sharding column: one unit, or none when the value is NULL. */
    EQUAL,
    /** A list of values: one unit or several. */
    IN,
    /** An interval of values: any number of units. */
    RANGE,
    /** No sharding condition: all units. */
    SCATTER,
    /** Every data source: writes of broadcast tables, definition statements. */
    BROADCAST,
    /** Tables that are not aligned, all pairs inside one data source. */
    CARTESIAN,
    /** A contradiction: no unit in any execution. */
    NONE
}
