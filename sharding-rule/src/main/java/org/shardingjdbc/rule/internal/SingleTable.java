package org.shardingjdbc.rule.internal;

/**
 * A table that lives in exactly one data source, under its own name.
 *
 * @param name also its actual name
 * @param dataSource index of its data source
 */
public record SingleTable(String name, int dataSource) implements LogicTable {}
