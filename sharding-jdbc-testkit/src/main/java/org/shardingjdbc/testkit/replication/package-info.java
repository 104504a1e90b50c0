/**
 * A primary and servers that follow it, by the databases' own replication:
 * {@link org.shardingjdbc.testkit.replication.ReplicatedServers} is the entry. Tests make lag, kill, restart and
 * promote.
 */
package org.shardingjdbc.testkit.replication;
