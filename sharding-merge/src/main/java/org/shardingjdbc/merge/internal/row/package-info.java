/**
 * Rows that need no comparing. Result sets of shards, or rows, enter; rows one after the other, cut off, or in the
 * order in which they were written leave. Begin with {@link org.shardingjdbc.merge.internal.row.MergedRows}, what the
 * rest of the merge reads and gives.
 */
package org.shardingjdbc.merge.internal.row;
