/**
 * Subqueries that are executed before the statement around them: the statement enters
 * {@link org.shardingjdbc.plan.internal.subquery.SubquerySteps}; as few of them as make the rest provable leave, with
 * the rest, or none. The way that takes them first calls it.
 */
package org.shardingjdbc.plan.internal.subquery;
