package org.shardingjdbc.spring;

import org.shardingjdbc.jdbc.ShardingDataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Import;

/**
 * Makes the sharding data sources that properties describe, before Boot makes one of its own: it makes none then. An
 * application that makes a {@link ShardingDataSource} itself gets no other one.
 */
@AutoConfiguration(
        beforeName = {
            "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
        })
@Conditional(OnShardedDatabase.class)
@ConditionalOnMissingBean(ShardingDataSource.class)
@Import(DataSourceRegistrar.class)
public class ShardingAutoConfiguration {}
