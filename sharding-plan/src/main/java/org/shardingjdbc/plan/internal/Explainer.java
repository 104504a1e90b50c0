package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.merge.MergeText;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.rule.hint.HintValues;

/** Puts an execution into words. One per explanation. */
final class Explainer {
    private final PlanFacts facts;
    private final String route;
    private final int maxConnectionsPerQuery;

    Explainer(PlanFacts facts, String route, int maxConnectionsPerQuery) {
        this.facts = facts;
        this.route = route;
        this.maxConnectionsPerQuery = Math.max(1, maxConnectionsPerQuery);
    }

    List<Explanation> explain(ShardPlan plan, Object[] parameters, HintValues hints) {
        ShardExecution execution;
        try {
            execution = plan.route(parameters, hints);
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        } catch (ShardingException refusal) {
            if (refusal.code().category() != ErrorCategory.UNSUPPORTED) {
                throw refusal;
            }
            return withoutUnits(plan, parameters, hints, refusal);
        }
        List<Explanation> rows = new ArrayList<>();
        for (int unit = 0; unit < execution.size(); unit++) {
            rows.add(row(plan, execution, unit));
        }
        return rows;
    }

    /** The steps that answer what no rule proves, or why there are none. */
    private List<Explanation> withoutUnits(
            ShardPlan plan, Object[] parameters, HintValues hints, ShardingException refusal) {
        String reason = refusal.getMessage();
        try {
            List<Explanation> steps =
                    new StepsExplainer(facts, route, maxConnectionsPerQuery).explain(plan, parameters, hints, refusal);
            if (!steps.isEmpty()) {
                return steps;
            }
        } catch (ShardingException other) {
            reason = other.getMessage();
        }
        return List.of(new Explanation(null, null, null, route, null, null, "REFUSED " + reason));
    }

    private Explanation row(ShardPlan plan, ShardExecution execution, int unit) {
        return new Explanation(
                facts.dataSourceNames().get(execution.dataSource(unit)),
                execution.sql(unit),
                parameters(execution, unit),
                route,
                mode(execution, unit),
                MergeText.of(execution.merge(), execution.bounds()),
                certificate(plan, execution));
    }

    private String parameters(ShardExecution execution, int unit) {
        StringBuilder text = new StringBuilder("[");
        for (int position = 0; position < execution.parameterCount(unit); position++) {
            if (position > 0) {
                text.append(", ");
            }
            int source = execution.parameterSource(unit, position);
            if (source < 0) {
                text.append(execution.computedParameter(unit, position));
            } else if (source >= facts.parameterCount()) {
                text.append("key ").append(source - facts.parameterCount() + 1);
            } else {
                text.append('?').append(source + 1);
            }
        }
        return text.append(']').toString();
    }

    private String mode(ShardExecution execution, int unit) {
        int sameSource = 0;
        for (int other = 0; other < execution.size(); other++) {
            if (execution.dataSource(other) == execution.dataSource(unit)) {
                sameSource++;
            }
        }
        return sameSource <= maxConnectionsPerQuery ? "MEMORY_STRICT" : "CONNECTION_STRICT";
    }

    private String certificate(ShardPlan plan, ShardExecution execution) {
        String proof = proof(plan, execution);
        return facts.declared().isEmpty() ? proof : proof + " as declared: " + String.join("; ", facts.declared());
    }

    private static String proof(ShardPlan plan, ShardExecution execution) {
        MergePlan merge = execution.merge();
        if (execution.nodes() == 1) {
            return "PASS_THROUGH";
        }
        boolean pushed = merge == null || merge.concatenates();
        return pushed
                        || plan instanceof CompiledPlan compiled
                                && compiled.scatterPlan().pushedDown()
                ? "PUSHED_DOWN"
                : "MERGED";
    }
}
