/**
 * The registry in etcd, through jetcd. Reads and conditional writes of entries enter, entries and their changes leave.
 * Begin with {@link org.shardingjdbc.governance.etcd.internal.EtcdRepositories}, which is found by its service entry.
 */
@NullMarked
package org.shardingjdbc.governance.etcd.internal;

import org.jspecify.annotations.NullMarked;
