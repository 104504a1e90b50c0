/**
 * The statements of the JDBC face. SQL and parameters enter, result sets, update counts and keys leave; the connection
 * makes {@link org.shardingjdbc.jdbc.internal.statement.ShardingStatement} and
 * {@link org.shardingjdbc.jdbc.internal.statement.ShardingPreparedStatement}, which check and keep what is set on them
 * and let the engine plan and execute.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.statement;

import org.jspecify.annotations.NullMarked;
