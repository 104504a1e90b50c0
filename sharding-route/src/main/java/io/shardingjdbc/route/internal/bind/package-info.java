/**
 * Names to tables, columns and scopes, and which tables' rows meet on one data node. A
 * {@link io.shardingjdbc.parser.ParsedSql} enters {@link io.shardingjdbc.route.internal.bind.Binder}, a
 * {@link io.shardingjdbc.route.internal.bind.BoundStatement} leaves. The planner calls it once for each SQL text; the
 * router reads the alignment classes.
 */
package io.shardingjdbc.route.internal.bind;
