/**
 * The JDBC face of a session: {@link org.shardingjdbc.jdbc.internal.connection.ShardingConnection}. The data source has
 * it opened by {@link org.shardingjdbc.jdbc.internal.connection.ShardingConnection.Opener}, with a sharding key or
 * without.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.connection;

import org.jspecify.annotations.NullMarked;
