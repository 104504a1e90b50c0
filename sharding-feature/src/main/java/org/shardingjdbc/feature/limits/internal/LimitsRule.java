package org.shardingjdbc.feature.limits.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.feature.limits.DataSourceLimit;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.datasource.DataSourceGuard;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.execution.PlannedStatement;
import org.shardingjdbc.rule.execution.RouteCheck;
import org.shardingjdbc.rule.execution.RoutedStatement;

/**
 * The rule {@code !LIMITS}, compiled. Immutable.
 *
 * @param guards by the configured names of data sources
 * @param nanos the time by which guards count, as {@link System#nanoTime()} gives it
 */
record LimitsRule(List<LimitEntry> limits, Map<String, DataSourceLimit> guards, LongSupplier nanos) implements Rule {
    LimitsRule {
        limits = List.copyOf(limits);
        guards = Map.copyOf(guards);
    }

    @Override
    public String name() {
        return "Limits";
    }

    @Override
    public @Nullable RouteCheck routeCheck(PlannedStatement statement) {
        List<LimitEntry> own = new ArrayList<>();
        for (LimitEntry limit : limits) {
            if (limit.isFor(statement)) {
                own.add(limit);
            }
        }
        return own.isEmpty() ? null : new Check(List.copyOf(own));
    }

    @Override
    public @Nullable DataSourceGuard dataSourceGuard(String dataSource) {
        DataSourceLimit limit = guards.get(dataSource);
        return limit == null ? null : new BreakerGuard(dataSource, limit, nanos);
    }

    /** Checks the limits of one statement. */
    private record Check(List<LimitEntry> limits) implements RouteCheck {
        @Override
        public @Nullable ShardingException refusal(RoutedStatement execution) {
            for (int i = 0; i < limits.size(); i++) {
                ShardingException refusal = limits.get(i).refusal(execution);
                if (refusal != null) {
                    return refusal;
                }
            }
            return null;
        }

        @Override
        public ExecutionLimits limits(RoutedStatement execution) {
            ExecutionLimits all = ExecutionLimits.NONE;
            for (int i = 0; i < limits.size(); i++) {
                all = all.and(limits.get(i).limits(execution));
            }
            return all;
        }
    }
}
