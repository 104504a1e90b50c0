/**
 * Whether the databases are as the configuration says. {@link org.shardingjdbc.jdbc.check.CheckOptions} enter, a
 * {@link org.shardingjdbc.jdbc.check.CheckReport} leaves, with what to do where they are not. Begin with
 * {@link org.shardingjdbc.jdbc.ShardingDataSource#check()}.
 */
@NullMarked
package org.shardingjdbc.jdbc.check;

import org.jspecify.annotations.NullMarked;
