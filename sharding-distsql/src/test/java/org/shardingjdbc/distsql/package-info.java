/** DistSQL over connections. */
package org.shardingjdbc.distsql;
