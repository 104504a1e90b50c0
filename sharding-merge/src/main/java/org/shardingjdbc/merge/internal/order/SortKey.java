package org.shardingjdbc.merge.internal.order;

import org.shardingjdbc.dialect.internal.ValueOrder;

/**
 * One key by which shards sort their rows.
 *
 * @param column 1-based, among the columns that the shard returns
 * @param descending whether greater values come first
 * @param nullsFirst where the database puts NULL for this key, resolved from dialect, direction and SQL
 * @param order how values compare
 */
public record SortKey(int column, boolean descending, boolean nullsFirst, ValueOrder order) {}
