/**
 * Logical SQL becomes actual SQL. Edits over a parsed statement enter
 * ({@link org.shardingjdbc.rewrite.internal.SqlEdits}), a {@link org.shardingjdbc.rewrite.internal.SqlTemplate} leaves,
 * once per plan; each execution renders it for its route units. The planner calls it.
 */
package org.shardingjdbc.rewrite.internal;
