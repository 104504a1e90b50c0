/**
 * Names to tables, columns and scopes, and which tables' rows meet on one data node. A
 * {@link org.shardingjdbc.parser.internal.ParsedSql} enters {@link org.shardingjdbc.route.internal.bind.clause.Binder},
 * a {@link org.shardingjdbc.route.internal.bind.BoundStatement} leaves. The planner calls it once for each SQL text;
 * the router reads the alignment classes.
 */
@NullMarked
package org.shardingjdbc.route.internal.bind;

import org.jspecify.annotations.NullMarked;
