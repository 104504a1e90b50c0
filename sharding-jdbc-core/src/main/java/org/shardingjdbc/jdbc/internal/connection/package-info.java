/**
 * The JDBC face of a session. Calls of an application enter; statements, metadata and connections of drivers leave.
 * Begin with {@link org.shardingjdbc.jdbc.internal.connection.ShardingConnection}, whose opener the data source asks,
 * with a sharding key or without.
 */
@NullMarked
package org.shardingjdbc.jdbc.internal.connection;

import org.jspecify.annotations.NullMarked;
