/**
 * A server for clients of other languages, in front of a sharding data source: it speaks the wire protocol of the
 * databases behind it. Begin with {@link org.shardingjdbc.proxy.ShardingProxy}. All of it is
 * {@link org.shardingjdbc.Incubating}.
 */
@NullMarked
package org.shardingjdbc.proxy;

import org.jspecify.annotations.NullMarked;
