/**
 * Queries whose rows are pulled together: which rows and columns are needed of each table, whether the answer stays the
 * same over tables that hold them, and the statement that combines them.
 * {@link org.shardingjdbc.plan.internal.pull.Pulling} splits a query.
 */
package org.shardingjdbc.plan.internal.pull;
