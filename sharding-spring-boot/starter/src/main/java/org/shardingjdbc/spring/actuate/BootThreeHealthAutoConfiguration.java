package org.shardingjdbc.spring.actuate;

import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.spring.ShardingAutoConfiguration;
import org.springframework.boot.actuate.health.CompositeHealthContributor;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthContributor;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Health of each physical data source of each sharding data source, where Boot 3 has it. */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnClass(HealthContributor.class)
@ConditionalOnBean(ShardingDataSource.class)
@ConditionalOnProperty(name = "management.health.sharding.enabled", matchIfMissing = true)
public class BootThreeHealthAutoConfiguration {
    /** Shown as {@code sharding}. */
    @Bean
    @ConditionalOnMissingBean(name = "shardingHealthContributor")
    public HealthContributor shardingHealthContributor(Map<String, ShardingDataSource> dataSources) {
        Map<String, HealthContributor> all = new LinkedHashMap<>();
        dataSources.forEach((name, dataSource) -> all.put(name, health(dataSource)));
        return all.size() == 1 ? all.values().iterator().next() : CompositeHealthContributor.fromMap(all);
    }

    /** Data sources that a reconfiguration adds are shown after the next start. */
    private static HealthContributor health(ShardingDataSource sharding) {
        Map<String, HealthIndicator> each = new LinkedHashMap<>();
        for (String name : sharding.dataSources().keySet()) {
            each.put(name, () -> health(sharding, name));
        }
        return CompositeHealthContributor.fromMap(each);
    }

    private static Health health(ShardingDataSource sharding, String name) {
        DataSourceAnswer answer = DataSourceAnswer.of(sharding.dataSources().get(name));
        return answer.failure() == null
                ? Health.up().withDetail("database", answer.product()).build()
                : Health.down(answer.failure()).build();
    }
}
