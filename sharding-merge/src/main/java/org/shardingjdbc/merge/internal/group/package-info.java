/**
 * Groups: rows of several shards that belong to one group become one row, streaming where the shards' rows are sorted
 * by their groups, held in memory where not. {@link org.shardingjdbc.merge.internal.group.Grouping} says by what and
 * which {@link org.shardingjdbc.merge.internal.group.Aggregate} each column is.
 */
package org.shardingjdbc.merge.internal.group;
