/** The repository in etcd, through jetcd. Entered by its service entry. */
package org.shardingjdbc.governance.etcd.internal;
