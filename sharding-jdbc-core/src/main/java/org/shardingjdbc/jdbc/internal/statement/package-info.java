/**
 * The statements of the JDBC face. SQL and parameters enter, result sets, update counts and keys leave; the connection
 * makes {@link org.shardingjdbc.jdbc.internal.statement.ShardingStatement} and
 * {@link org.shardingjdbc.jdbc.internal.statement.ShardingPreparedStatement}, which ask it for plans and let it execute
 * them.
 */
package org.shardingjdbc.jdbc.internal.statement;
