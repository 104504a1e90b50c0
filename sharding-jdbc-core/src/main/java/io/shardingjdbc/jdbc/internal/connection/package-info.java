/** The JDBC face of a session: {@link io.shardingjdbc.jdbc.internal.connection.ShardingConnection}. */
package io.shardingjdbc.jdbc.internal.connection;
