/**
 * What a server of any protocol is: {@link org.shardingjdbc.proxy.internal.server.ProxyServer} listens, makes a
 * {@link org.shardingjdbc.proxy.internal.server.Client} of each connection, and gives its messages one by one to the
 * {@link org.shardingjdbc.proxy.internal.server.Conversation} that a
 * {@link org.shardingjdbc.proxy.internal.server.Protocol} holds with it. The threads that listen never wait; those that
 * converse may.
 */
@NullMarked
package org.shardingjdbc.proxy.internal.server;

import org.jspecify.annotations.NullMarked;
