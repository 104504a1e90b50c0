package org.shardingjdbc.spring.time;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.scaling.TimeTables;
import org.shardingjdbc.scaling.time.TimeTablesRuleConfiguration;
import org.shardingjdbc.spring.ShardingAutoConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;

/** Tables per day, month or year are made and retired by the application itself, as its rule says. */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
@ConditionalOnClass(TimeTables.class)
@ConditionalOnBean(ShardingDataSource.class)
@ConditionalOnProperty(name = "sharding.time-tables", matchIfMissing = true)
public class TimeTablesAutoConfiguration {
    /** Begins when all beans are there. */
    @Bean
    @ConditionalOnMissingBean
    public TimeTablesKeeper shardingTimeTables(Map<String, ShardingDataSource> dataSources) {
        return new TimeTablesKeeper(dataSources);
    }

    /** Keeps those of each data source that has the rule, until the application ends. */
    public static final class TimeTablesKeeper implements SmartInitializingSingleton, DisposableBean {
        private static final Logger LOG = LoggerFactory.getLogger(TimeTablesKeeper.class);
        private static final Duration EVERY = Duration.ofMinutes(10);

        private final Map<String, ShardingDataSource> dataSources;
        private final List<TimeTables> kept = new ArrayList<>();

        TimeTablesKeeper(Map<String, ShardingDataSource> dataSources) {
            this.dataSources = dataSources;
        }

        @Override
        public void afterSingletonsInstantiated() {
            dataSources.forEach((bean, dataSource) -> {
                if (dataSource.configuration().rules().stream()
                        .anyMatch(TimeTablesRuleConfiguration.class::isInstance)) {
                    keep(bean, dataSource);
                }
            });
        }

        private void keep(String bean, ShardingDataSource dataSource) {
            try {
                TimeTables tables = TimeTables.of(dataSource);
                tables.keep(EVERY);
                kept.add(tables);
            } catch (SQLException e) {
                LOG.warn("The time tables of {} are not kept", bean, e);
            }
        }

        /** How many data sources have tables that are kept. */
        public int count() {
            return kept.size();
        }

        @Override
        public void destroy() {
            kept.forEach(TimeTables::close);
        }
    }
}
