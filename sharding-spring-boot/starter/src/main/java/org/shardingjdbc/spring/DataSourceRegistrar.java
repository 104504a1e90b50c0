package org.shardingjdbc.spring;

import org.shardingjdbc.jdbc.ShardingDataSource;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.BeanDefinitionBuilder;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * A bean definition for each sharded database, by its name; of a single one it is {@code dataSource}, as Boot calls its
 * own. Spring closes them after all that uses them.
 */
final class DataSourceRegistrar implements ImportBeanDefinitionRegistrar, EnvironmentAware {
    private static final String OPENER = "shardingDataSourceOpener";

    private Environment environment;

    @Override
    public void setEnvironment(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
        ShardedDatabases databases = ShardedDatabases.of(environment);
        registry.registerBeanDefinition(
                OPENER,
                BeanDefinitionBuilder.genericBeanDefinition(DataSourceOpener.class)
                        .setRole(BeanDefinition.ROLE_INFRASTRUCTURE)
                        .getBeanDefinition());
        for (String name : databases.names()) {
            BeanDefinition definition = BeanDefinitionBuilder.genericBeanDefinition(ShardingDataSource.class)
                    .setFactoryMethodOnBean("open", OPENER)
                    .addConstructorArgValue(name)
                    .setDestroyMethodName("close")
                    .getBeanDefinition();
            definition.setPrimary(name.equals(databases.primary()));
            registry.registerBeanDefinition(name, definition);
        }
    }
}
