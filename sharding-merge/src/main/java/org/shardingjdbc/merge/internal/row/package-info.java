/**
 * Rows that need no comparing: one after the other, cut off, in the order in which they were written. What the rest of
 * the merge reads and gives is {@link org.shardingjdbc.merge.internal.row.MergedRows}.
 */
package org.shardingjdbc.merge.internal.row;
