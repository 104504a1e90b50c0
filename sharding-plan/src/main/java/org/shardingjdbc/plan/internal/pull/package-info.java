/**
 * Queries whose rows are pulled together: a query enters {@link org.shardingjdbc.plan.internal.pull.PullFinder}; what
 * may be pulled for it leaves, the least first, each with which rows and columns are needed of each table and the
 * statement that combines them, or nothing, where the answer would not be the same over tables that hold these rows.
 * {@link org.shardingjdbc.plan.internal.pull.PullPlanner} splits it. The way that pulls calls it.
 */
package org.shardingjdbc.plan.internal.pull;
