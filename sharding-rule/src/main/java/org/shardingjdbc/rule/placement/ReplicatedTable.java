package org.shardingjdbc.rule.placement;

/**
 * A table with the same rows in every data source, as broadcast tables are.
 *
 * @param name also its actual name
 */
public record ReplicatedTable(String name) implements LogicTable {}
