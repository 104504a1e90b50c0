/** The repository in ZooKeeper, through Curator. Entered by its service entry. */
package org.shardingjdbc.governance.zookeeper.internal;
