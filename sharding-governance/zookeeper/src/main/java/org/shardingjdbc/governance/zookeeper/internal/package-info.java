/**
 * The registry in ZooKeeper, through Curator. Reads and conditional writes of entries enter, entries and their changes
 * leave. Begin with {@link org.shardingjdbc.governance.zookeeper.internal.ZooKeeperRepositories}, which is found by its
 * service entry.
 */
@NullMarked
package org.shardingjdbc.governance.zookeeper.internal;

import org.jspecify.annotations.NullMarked;
