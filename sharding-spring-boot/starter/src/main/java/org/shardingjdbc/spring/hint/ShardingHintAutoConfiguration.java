package org.shardingjdbc.spring.hint;

import org.shardingjdbc.spring.ShardingAutoConfiguration;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;

/** Lets methods say their hints by {@link ShardingHinted}. */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
public class ShardingHintAutoConfiguration {
    /** By Spring, before the beans that it concerns. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    public static BeanPostProcessor shardingHintedBeans() {
        return new HintedBeans();
    }
}
