package org.shardingjdbc.rule.algorithm;

/**
 * One value of a sharding column.
 *
 * @param column lower case
 * @param value canonical, never null
 */
public record PreciseShardingValue<T extends Comparable<?>>(String logicTable, String column, T value) {}
