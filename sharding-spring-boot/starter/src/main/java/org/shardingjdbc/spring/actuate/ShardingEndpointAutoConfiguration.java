package org.shardingjdbc.spring.actuate;

import java.util.Map;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.spring.ShardingAutoConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The endpoint {@code sharding}, which Boot exposes where it is told to. */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnClass(Endpoint.class)
@ConditionalOnBean(ShardingDataSource.class)
public class ShardingEndpointAutoConfiguration {
    /** Of all sharding data sources. */
    @Bean
    @ConditionalOnMissingBean
    public ShardingEndpoint shardingEndpoint(Map<String, ShardingDataSource> dataSources) {
        return new ShardingEndpoint(dataSources);
    }
}
