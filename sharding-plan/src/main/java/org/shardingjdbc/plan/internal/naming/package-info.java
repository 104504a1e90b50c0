/**
 * Names: what the logic tables, indexes, constraints, databases and views of a statement are called on the data nodes,
 * as edits of its text.
 */
package org.shardingjdbc.plan.internal.naming;
