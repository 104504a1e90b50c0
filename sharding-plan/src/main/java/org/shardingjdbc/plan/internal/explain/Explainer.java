package org.shardingjdbc.plan.internal.explain;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.merge.MergeText;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.unit.ColumnValues;
import org.shardingjdbc.plan.internal.unit.Evidence;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.rule.hint.HintValues;

/** Puts an execution into words: the operators that it runs, and nothing else. One per explanation. */
public final class Explainer {
    private final PlanFacts facts;
    private final String route;
    private final int maxConnectionsPerQuery;

    /** @param route the kind of the route, and the conditions that it was made of */
    public Explainer(PlanFacts facts, String route, int maxConnectionsPerQuery) {
        this.facts = facts;
        this.route = route;
        this.maxConnectionsPerQuery = Math.max(1, maxConnectionsPerQuery);
    }

    /** The tree of an execution, below what rules have to do with it. */
    public Explanation explain(ShardPlan plan, Object[] parameters, HintValues hints) {
        return belowRules(operators(plan, parameters, hints));
    }

    /** What an execution does that was routed; as the other one. */
    public Explanation explain(ShardPlan plan, ShardExecution execution) {
        return belowRules(operators(plan, execution));
    }

    private Explanation belowRules(Explanation operators) {
        List<String> rules = facts.rules().words();
        return rules.isEmpty() ? operators : Explanation.of("Rules", String.join("; ", rules), List.of(operators));
    }

    private Explanation operators(ShardPlan plan, Object[] parameters, HintValues hints) {
        Decision<ShardExecution> decision;
        try {
            decision = plan.decide(parameters, hints);
        } catch (StackOverflowError nested) {
            throw new ShardingException(ErrorCode.STATEMENT_TOO_COMPLEX);
        }
        if (decision instanceof Decision.Refused<ShardExecution> refused) {
            return inSteps(plan, parameters, plan.steps(parameters, hints, refused.reason()));
        }
        return operators(plan, decision.proved());
    }

    private Explanation operators(ShardPlan plan, ShardExecution execution) {
        return MergeText.above(route(plan, execution), execution.merge(), execution.bounds());
    }

    /** The steps that answer what no rule proves, or why there are none. */
    private Explanation inSteps(ShardPlan plan, Object[] parameters, Decision<SteppedExecution> decision) {
        return decision instanceof Decision.Refused<SteppedExecution> refused
                ? Explanation.of("Refused", refused.reason().getMessage(), List.of())
                : new StepsExplainer(facts, maxConnectionsPerQuery).explain(decision.proved(), parameters);
    }

    private Explanation route(ShardPlan plan, ShardExecution execution) {
        List<Explanation> units = new ArrayList<>();
        if (execution.nodes() > 1 && plan.several() instanceof Several.Proved proved) {
            List<String> evidence =
                    proved.plan().evidence().stream().map(Evidence::toString).toList();
            if (!evidence.isEmpty()) {
                units.add(Explanation.of("Proved", String.join("; ", evidence), List.of()));
            }
        }
        for (int unit = 0; unit < execution.size(); unit++) {
            units.add(Explanation.of(new ExplainedUnit(
                    facts.dataSourceNames().get(execution.dataSource(unit)),
                    execution.sql(unit),
                    parameters(execution, unit),
                    mode(execution, unit))));
        }
        return Explanation.of("Route", route + "; " + certificate(plan, execution), units);
    }

    private List<String> parameters(ShardExecution execution, int unit) {
        List<String> sources = new ArrayList<>();
        for (int position = 0; position < execution.parameterCount(unit); position++) {
            int source = execution.parameterSource(unit, position);
            if (source < 0) {
                sources.add(String.valueOf(execution.computedParameter(unit, position)));
            } else if (source >= facts.parameterCount()) {
                sources.add(addedOrKey(source - facts.parameterCount()));
            } else {
                sources.add("?" + (source + 1));
            }
        }
        return sources;
    }

    private String addedOrKey(int index) {
        ColumnValues values = facts.rules().columns();
        int added = values == null ? 0 : values.added().size();
        if (index >= added) {
            return "key " + (index - added + 1);
        }
        ColumnValues.AddedParameter parameter = values.added().get(index);
        if (parameter.computed() != null) {
            return "a computed text";
        }
        int source = parameter.source();
        return source == ColumnValues.AddedParameter.OF_LITERAL ? "a literal" : "?" + (source + 1);
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

    /** Why the answer is right, and what it costs: one data node, or how many in how many round trips. */
    private String certificate(ShardPlan plan, ShardExecution execution) {
        String declared = facts.declared().isEmpty() ? "" : ", as declared: " + String.join("; ", facts.declared());
        if (execution.nodes() == 1) {
            return "one data node" + declared;
        }
        String trips = execution.size() == execution.nodes() ? "" : " in " + execution.size() + " round trips";
        String proof = isPushedDown(plan, execution) ? "pushed down" : "merged";
        return execution.nodes() + " data nodes" + trips + ", " + proof + mostRows(plan, execution) + declared;
    }

    /** How many rows of each data node the SQL allows; nothing where only the data tell. */
    private static String mostRows(ShardPlan plan, ShardExecution execution) {
        if (execution.merge() == null || !(plan.several() instanceof Several.Proved proved)) {
            return "";
        }
        long most = proved.plan().rows().most(execution.bounds());
        return most < 0 ? "" : ", at most " + most + (most == 1 ? " row each" : " rows each");
    }

    private static boolean isPushedDown(ShardPlan plan, ShardExecution execution) {
        MergePlan merge = execution.merge();
        return merge == null
                || merge.concatenates()
                || plan.several() instanceof Several.Proved proved
                        && proved.plan().pushedDown();
    }
}
