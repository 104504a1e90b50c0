/**
 * What a {@link org.shardingjdbc.proxy.ShardingProxy} does, for those who watch it: begin with
 * {@link org.shardingjdbc.proxy.observe.ProxyStatistics}. All of it is {@link org.shardingjdbc.Incubating}.
 */
@NullMarked
package org.shardingjdbc.proxy.observe;

import org.jspecify.annotations.NullMarked;
