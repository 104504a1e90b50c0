/**
 * Rows by their sort keys: those of all shards merged in order, sorted anew, or without duplicates. Sorted result sets
 * of shards enter; {@link org.shardingjdbc.merge.internal.order.ShardTournament} says whose row comes next.
 */
package org.shardingjdbc.merge.internal.order;
