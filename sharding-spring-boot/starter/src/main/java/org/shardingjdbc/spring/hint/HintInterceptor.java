package org.shardingjdbc.spring.hint;

import java.util.function.BiConsumer;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.rule.hint.Side;
import org.springframework.aop.support.AopUtils;
import org.springframework.context.expression.MethodBasedEvaluationContext;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.expression.EvaluationContext;
import org.springframework.expression.ExpressionParser;
import org.springframework.expression.spel.standard.SpelExpressionParser;

/** Runs a method in the scope that its annotation describes. Safe for all threads. */
final class HintInterceptor implements MethodInterceptor {
    private final ParameterNameDiscoverer names = new DefaultParameterNameDiscoverer();
    private final ExpressionParser expressions = new SpelExpressionParser();

    @Override
    public Object invoke(MethodInvocation invocation) throws Throwable {
        ShardingHinted hinted = annotation(invocation);
        if (hinted == null) {
            return invocation.proceed();
        }
        try (ShardingHint hint = ShardingHint.open()) {
            addValues(hint, hinted, invocation);
            addSwitches(hint, hinted);
            return invocation.proceed();
        }
    }

    private static ShardingHinted annotation(MethodInvocation invocation) {
        Class<?> type = invocation.getThis() == null
                ? invocation.getMethod().getDeclaringClass()
                : AopUtils.getTargetClass(invocation.getThis());
        ShardingHinted ofMethod = AnnotatedElementUtils.findMergedAnnotation(
                AopUtils.getMostSpecificMethod(invocation.getMethod(), type), ShardingHinted.class);
        return ofMethod == null ? AnnotatedElementUtils.findMergedAnnotation(type, ShardingHinted.class) : ofMethod;
    }

    private void addValues(ShardingHint hint, ShardingHinted hinted, MethodInvocation invocation) {
        if (hinted.databaseValues().length + hinted.tableValues().length == 0) {
            return;
        }
        EvaluationContext arguments = new MethodBasedEvaluationContext(
                invocation.getThis(), invocation.getMethod(), invocation.getArguments(), names);
        addEach(hinted.databaseValues(), arguments, invocation, hint::addDatabaseShardingValue);
        addEach(hinted.tableValues(), arguments, invocation, hint::addTableShardingValue);
    }

    private void addEach(
            HintedValue[] values,
            EvaluationContext arguments,
            MethodInvocation invocation,
            BiConsumer<String, Comparable<?>> add) {
        for (HintedValue each : values) {
            Object value = expressions.parseExpression(each.value()).getValue(arguments);
            if (!(value instanceof Comparable<?> comparable)) {
                throw new IllegalArgumentException("the hint '" + each.value() + "' for table '" + each.table()
                        + "' at "
                        + invocation.getMethod() + " is "
                        + (value == null ? "null" : "a " + value.getClass().getName() + ", which is not Comparable")
                        + ". Give it a value; names of parameters are known to Spring where javac has -parameters");
            }
            add.accept(each.table(), comparable);
        }
    }

    private static void addSwitches(ShardingHint hint, ShardingHinted hinted) {
        if (!hinted.dataSourceName().isEmpty()) {
            hint.setDataSourceName(hinted.dataSourceName());
        }
        if (hinted.writeRouteOnly()) {
            hint.setWriteRouteOnly();
        }
        if (hinted.replicaAllowed()) {
            hint.setReplicaAllowed();
        }
        if (hinted.side() != Side.ANY) {
            hint.setSide(hinted.side());
        }
        if (!hinted.transactionType().isEmpty()) {
            hint.setTransactionType(hinted.transactionType());
        }
        if (hinted.disableAudit().length > 0) {
            hint.disableAudit(hinted.disableAudit());
        }
        if (hinted.disableLimits().length > 0) {
            hint.disableLimits(hinted.disableLimits());
        }
    }
}
