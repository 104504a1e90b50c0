/**
 * Shard results become one. A {@link io.shardingjdbc.merge.MergePlan} and the shards' result sets enter,
 * {@link io.shardingjdbc.merge.MergedRows} leave; the core's execution calls it. It knows rows, sort keys, groups,
 * aggregates and limits, and nothing of SQL text.
 */
package io.shardingjdbc.merge;
