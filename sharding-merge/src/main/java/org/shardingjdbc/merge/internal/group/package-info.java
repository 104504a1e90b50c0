/**
 * Groups. Rows of several shards that belong to one group enter, one row leaves: streaming where the shards' rows are
 * sorted by their groups, held in memory where not. Begin with {@link org.shardingjdbc.merge.internal.group.Grouping},
 * which says by what and which {@link org.shardingjdbc.merge.internal.group.Aggregate} each column is.
 */
package org.shardingjdbc.merge.internal.group;
