/**
 * What applications use: {@link org.shardingjdbc.jdbc.ShardingDataSourceFactory} makes a
 * {@link org.shardingjdbc.jdbc.ShardingDataSource} of a configuration, {@link org.shardingjdbc.jdbc.ShardingDriver}
 * does so behind a JDBC URL. Everything else is plain JDBC.
 */
@NullMarked
package org.shardingjdbc.jdbc;

import org.jspecify.annotations.NullMarked;
