package org.shardingjdbc.spring.archive;

import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.spring.ShardingAutoConfiguration;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.SpringProperties;

/**
 * Has the classes of the first statements in an archive of classes: a start with
 * {@code -Dspring.context.exit=onRefresh}, from which such archives are made, ends before any statement. It plans some,
 * and executes none. Other starts do nothing here.
 */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
public class ShardingTrainingAutoConfiguration {
    /** By Spring. Asked at the start, as an application may have been prepared before by {@code process-aot}. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    public static SmartInitializingSingleton shardingTraining(ObjectProvider<ShardingDataSource> dataSources) {
        return () -> {
            if ("onRefresh".equalsIgnoreCase(SpringProperties.getProperty("spring.context.exit"))) {
                dataSources.forEach(TrainingRun::plan);
            }
        };
    }
}
