/**
 * How a server is watched from outside: {@link org.shardingjdbc.proxy.internal.operation.HealthEndpoint} over HTTP,
 * {@link org.shardingjdbc.proxy.internal.operation.ManagedProxy} over JMX, both by
 * {@link org.shardingjdbc.proxy.internal.operation.ServerStatistics}.
 */
@NullMarked
package org.shardingjdbc.proxy.internal.operation;

import org.jspecify.annotations.NullMarked;
