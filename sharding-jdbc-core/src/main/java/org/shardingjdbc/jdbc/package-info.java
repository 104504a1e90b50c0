/**
 * What applications use. A configuration or a JDBC URL enters, a {@link org.shardingjdbc.jdbc.ShardingDataSource}
 * leaves. Begin with {@link org.shardingjdbc.jdbc.ShardingDataSourceFactory}, or with
 * {@link org.shardingjdbc.jdbc.ShardingDriver} behind a URL; everything else is plain JDBC.
 */
@NullMarked
package org.shardingjdbc.jdbc;

import org.jspecify.annotations.NullMarked;
