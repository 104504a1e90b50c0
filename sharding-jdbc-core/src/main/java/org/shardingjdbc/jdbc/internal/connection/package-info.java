/** The JDBC face of a session: {@link org.shardingjdbc.jdbc.internal.connection.ShardingConnection}. */
package org.shardingjdbc.jdbc.internal.connection;
