/**
 * The catalog over JDBC: columns, keys and collations of tables, read from one actual table when they are first needed.
 * The planner asks it through {@link org.shardingjdbc.rule.internal.catalog.Catalog}; connections come from whoever
 * makes the {@link org.shardingjdbc.engine.internal.catalog.JdbcCatalog}.
 */
package org.shardingjdbc.engine.internal.catalog;
