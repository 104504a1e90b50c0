/**
 * Logical SQL becomes actual SQL. Edits over a parsed statement enter ({@link io.shardingjdbc.rewrite.SqlEdits}), a
 * {@link io.shardingjdbc.rewrite.SqlTemplate} leaves, once per plan; each execution renders it for its route units. The
 * planner calls it.
 */
package io.shardingjdbc.rewrite;
