/**
 * Names: what the logic tables, indexes, constraints, databases and views of a statement are called on the data nodes,
 * as edits of its text; {@link org.shardingjdbc.plan.internal.naming.TableNaming} makes those of tables. Called when a
 * statement is planned.
 */
package org.shardingjdbc.plan.internal.naming;
