/** Algorithms as users of ShardingSphere write them: they know its interfaces only. */
package org.shardingjdbc.shardingsphere.user;
