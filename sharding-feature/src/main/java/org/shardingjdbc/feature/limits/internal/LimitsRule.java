package org.shardingjdbc.feature.limits.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.rule.ExecutionLimits;
import org.shardingjdbc.rule.PlannedStatement;
import org.shardingjdbc.rule.RouteCheck;
import org.shardingjdbc.rule.RoutedStatement;
import org.shardingjdbc.rule.Rule;

/** The rule {@code !LIMITS}, compiled. Immutable. */
record LimitsRule(List<Limit> limits) implements Rule {
    LimitsRule {
        limits = List.copyOf(limits);
    }

    @Override
    public String name() {
        return "Limits";
    }

    @Override
    public RouteCheck routeCheck(PlannedStatement statement) {
        List<Limit> own = new ArrayList<>();
        for (Limit limit : limits) {
            if (limit.isFor(statement)) {
                own.add(limit);
            }
        }
        return own.isEmpty() ? null : new Check(List.copyOf(own));
    }

    /** What the limits of one statement look at. */
    private record Check(List<Limit> limits) implements RouteCheck {
        @Override
        public void require(RoutedStatement execution) {
            for (int i = 0; i < limits.size(); i++) {
                limits.get(i).require(execution);
            }
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
