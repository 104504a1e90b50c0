package org.shardingjdbc.spring.hint;

import org.shardingjdbc.spring.ShardingAutoConfiguration;
import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Role;
import org.springframework.core.Ordered;

/** Lets methods say their hints by {@link ShardingHinted}. */
@AutoConfiguration(after = ShardingAutoConfiguration.class)
public class ShardingHintAutoConfiguration {
    /** By Spring, before the beans that it concerns. */
    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    public static BeanPostProcessor shardingHintedBeans() {
        return new HintedBeans();
    }

    /** Puts the scopes of {@link ShardingHinted} around beans, outside of their transactions. */
    static final class HintedBeans extends AbstractBeanFactoryAwareAdvisingPostProcessor {
        private static final long serialVersionUID = 1L;

        HintedBeans() {
            setBeforeExistingAdvisors(true);
            setProxyTargetClass(true);
            // After proxies for transactions were made: the scope joins them.
            setOrder(Ordered.LOWEST_PRECEDENCE);
            this.advisor = new DefaultPointcutAdvisor(
                    new ComposablePointcut(new AnnotationMatchingPointcut(ShardingHinted.class, true))
                            .union(new AnnotationMatchingPointcut(null, ShardingHinted.class, true)),
                    new HintInterceptor());
        }
    }
}
