/**
 * Subqueries that are executed before the statement around them: which can be, and which have to be.
 * {@link org.shardingjdbc.plan.internal.subquery.SubquerySteps} is the entry.
 */
package org.shardingjdbc.plan.internal.subquery;
