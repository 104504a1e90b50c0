/**
 * The dialects of MySQL and MariaDB. Questions of the facets enter, SQL and facts about the two leave. Begin with
 * {@link org.shardingjdbc.dialect.internal.mysql.MySqlDialect} and
 * {@link org.shardingjdbc.dialect.internal.mysql.MariaDbDialect}, which are found by their service entries; the second
 * says only what differs from the first.
 */
package org.shardingjdbc.dialect.internal.mysql;
