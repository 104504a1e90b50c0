/**
 * MySQL's client/server protocol 4.1: packets of a client enter, packets leave, and between them
 * {@link org.shardingjdbc.proxy.internal.mysql.MySqlProtocol} has a
 * {@link org.shardingjdbc.proxy.internal.mysql.MySqlSession} for each connection, which executes over JDBC. All numbers
 * of the protocol are little-endian.
 */
@NullMarked
package org.shardingjdbc.proxy.internal.mysql;

import org.jspecify.annotations.NullMarked;
