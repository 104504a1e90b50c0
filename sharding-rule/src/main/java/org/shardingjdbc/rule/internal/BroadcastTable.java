package org.shardingjdbc.rule.internal;

/**
 * A table with the same rows in every data source.
 *
 * @param name also its actual name
 */
public record BroadcastTable(String name) implements LogicTable {}
