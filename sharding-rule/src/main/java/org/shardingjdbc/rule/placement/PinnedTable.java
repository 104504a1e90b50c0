package org.shardingjdbc.rule.placement;

/**
 * A table that is on exactly one data source, under its own name, as single tables are.
 *
 * @param name also its actual name
 * @param dataSource index of its data source
 */
public record PinnedTable(String name, int dataSource) implements LogicTable {}
