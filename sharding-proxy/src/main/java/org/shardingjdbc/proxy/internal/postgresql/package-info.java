/**
 * PostgreSQL's protocol, version 3.0. {@link org.shardingjdbc.proxy.internal.postgresql.MessageDecoder} cuts bytes into
 * messages; {@link org.shardingjdbc.proxy.internal.postgresql.PostgreSqlConversation} lets a client in and hands each
 * message to what answers it.
 */
@NullMarked
package org.shardingjdbc.proxy.internal.postgresql;

import org.jspecify.annotations.NullMarked;
