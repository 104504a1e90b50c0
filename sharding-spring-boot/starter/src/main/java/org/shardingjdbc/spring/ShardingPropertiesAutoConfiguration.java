package org.shardingjdbc.spring;

import javax.sql.DataSource;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Refuses properties that nobody reads, whether there is a sharded database or not: what is misspelt may be the reason
 * why there is none.
 */
@AutoConfiguration(before = ShardingAutoConfiguration.class)
@Import(ShardingPropertiesAutoConfiguration.Check.class)
public class ShardingPropertiesAutoConfiguration {
    /** Looks at them once the beans of the application are known. */
    static final class Check implements ImportBeanDefinitionRegistrar, EnvironmentAware {
        private Environment environment;

        @Override
        public void setEnvironment(Environment given) {
            environment = given;
        }

        @Override
        public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
            boolean others = registry instanceof ListableBeanFactory beans
                    && beans.getBeanNamesForType(DataSource.class, true, false).length > 0;
            UnreadProperties.refuse(environment, others);
        }
    }
}
