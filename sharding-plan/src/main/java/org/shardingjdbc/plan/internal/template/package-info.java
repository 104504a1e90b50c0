/**
 * Logical SQL becomes actual SQL. Edits over a parsed statement enter
 * ({@link org.shardingjdbc.plan.internal.template.SqlEdits}), a
 * {@link org.shardingjdbc.plan.internal.template.SqlTemplate} leaves, once per plan; each execution renders it for its
 * route units. The planner calls it.
 *
 * <p>A statement stays as it was written but for these edits: names are replaced, and what a merge wants of data nodes
 * is added, made of nodes of the tree. Nodes of the statement itself may stand in them; they are copied with the names
 * that replace theirs.
 */
package org.shardingjdbc.plan.internal.template;
