/**
 * What applications use: {@link io.shardingjdbc.jdbc.ShardingDataSourceFactory} makes a
 * {@link io.shardingjdbc.jdbc.ShardingDataSource} of a configuration, {@link io.shardingjdbc.jdbc.ShardingDriver} does
 * so behind a JDBC URL. Everything else is plain JDBC.
 */
package io.shardingjdbc.jdbc;
