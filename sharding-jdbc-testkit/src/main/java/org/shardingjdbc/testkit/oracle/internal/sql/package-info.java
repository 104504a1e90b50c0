/**
 * Statements made from choices, clause by clause. {@link org.shardingjdbc.testkit.oracle.internal.sql.SqlGenerator} is
 * the entry; its makers need each other as the grammar does.
 */
package org.shardingjdbc.testkit.oracle.internal.sql;
