/**
 * Logical SQL becomes actual SQL. Edits over a parsed statement enter
 * ({@link org.shardingjdbc.plan.internal.template.SqlEdits}), a
 * {@link org.shardingjdbc.plan.internal.template.SqlTemplate} leaves, once per plan; each execution renders it for its
 * route units. The planner calls it.
 */
package org.shardingjdbc.plan.internal.template;
