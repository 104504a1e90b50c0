/**
 * A bound statement enters; which of its parameters, literals and result columns rules transform leaves, or the refusal
 * of a use that nobody proves. {@link org.shardingjdbc.plan.internal.column.ColumnUses} is the entry; the planner of
 * statements for shards calls it.
 */
package org.shardingjdbc.plan.internal.column;
