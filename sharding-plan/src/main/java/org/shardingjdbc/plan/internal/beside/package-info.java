/**
 * What rules do with statements of their tables besides: rows looked up before a statement is routed
 * ({@link org.shardingjdbc.plan.internal.beside.LookUps}), and rows written beside its own
 * ({@link org.shardingjdbc.plan.internal.beside.WriteBesidePlanner}). A bound statement enters when it is planned, what
 * is done leaves; called by the planner, and only where a rule has such a part.
 */
package org.shardingjdbc.plan.internal.beside;
