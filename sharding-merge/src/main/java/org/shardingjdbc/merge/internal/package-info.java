/**
 * Shard results become one. A {@link org.shardingjdbc.merge.internal.MergePlan} and the shards' result sets enter,
 * {@link org.shardingjdbc.merge.internal.row.MergedRows} leave; the engine's execution calls it. It knows rows, sort
 * keys, groups, aggregates and limits, and nothing of SQL text.
 */
package org.shardingjdbc.merge.internal;
