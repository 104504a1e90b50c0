/**
 * The catalog over JDBC: columns, keys and collations of tables, read from one actual table when they are first needed.
 * The planner asks it through {@link io.shardingjdbc.route.internal.catalog.Catalog}; connections come from whoever
 * makes the {@link io.shardingjdbc.jdbc.internal.catalog.JdbcCatalog}.
 */
package io.shardingjdbc.jdbc.internal.catalog;
