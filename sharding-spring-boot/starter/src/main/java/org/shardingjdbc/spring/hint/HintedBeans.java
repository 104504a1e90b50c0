package org.shardingjdbc.spring.hint;

import org.springframework.aop.framework.autoproxy.AbstractBeanFactoryAwareAdvisingPostProcessor;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.core.Ordered;

/** Puts the scopes of {@link ShardingHinted} around beans, outside of their transactions. */
final class HintedBeans extends AbstractBeanFactoryAwareAdvisingPostProcessor {
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
