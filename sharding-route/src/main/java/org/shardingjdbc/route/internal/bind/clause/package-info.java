/**
 * Names to tables and columns, clause by clause. {@link org.shardingjdbc.route.internal.bind.clause.Binder} takes a
 * parsed statement, the rules and the catalog and gives a bound statement; the planner calls it.
 */
@NullMarked
package org.shardingjdbc.route.internal.bind.clause;

import org.jspecify.annotations.NullMarked;
