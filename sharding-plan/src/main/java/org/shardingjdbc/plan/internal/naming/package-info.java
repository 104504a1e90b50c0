/**
 * Names: a bound statement enters, and what its logic tables, indexes, constraints, databases and views are called on
 * the data nodes leaves, as edits of its text. {@link org.shardingjdbc.plan.internal.naming.TableNaming} is the entry
 * for a statement as it is routed; what makes statements of parts asks
 * {@link org.shardingjdbc.plan.internal.naming.ActualTables}.
 */
package org.shardingjdbc.plan.internal.naming;
