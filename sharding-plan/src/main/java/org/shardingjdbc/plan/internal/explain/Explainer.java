package org.shardingjdbc.plan.internal.explain;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.merge.internal.MergePlan;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.fact.ColumnValues;
import org.shardingjdbc.plan.internal.fact.Evidence;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.merge.MergeText;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.NestedStep;
import org.shardingjdbc.plan.internal.operator.Operator;
import org.shardingjdbc.plan.internal.operator.Route;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * Puts an execution into words: the tree of its plan, of which those operators are drawn that it runs. One per plan
 * that is explained.
 */
public final class Explainer {
    private final CompiledPlan plan;
    private final PlanFacts facts;
    private final int maxConnectionsPerQuery;

    /**
     * @param explained whose executions are explained
     * @param maxConnectionsPerQuery the prop {@code max-connections-size-per-query}, which decides the connection mode
     */
    public Explainer(ShardPlan explained, int maxConnectionsPerQuery) {
        this.plan = CompiledPlan.ofText(explained);
        this.facts = plan.facts();
        this.maxConnectionsPerQuery = Math.max(1, maxConnectionsPerQuery);
    }

    /**
     * What an execution would do; nothing is executed. A refused statement gives one row with the reason.
     *
     * @param hints never null
     */
    public Explanation explain(Object[] parameters, HintValues hints) {
        return belowRules(chosen(parameters, hints));
    }

    /** What an execution does that was routed; as the other one. */
    public Explanation explain(ChosenUnits execution) {
        return belowRules(onShards(execution));
    }

    private Explanation belowRules(Explanation operators) {
        List<String> rules = facts.rules().words();
        return rules.isEmpty() ? operators : Explanation.of("Rules", String.join("; ", rules), List.of(operators));
    }

    /** What parameters and hints choose. */
    private Explanation chosen(Object[] parameters, HintValues hints) {
        Decision<ChosenUnits> decision = Decision.ofDeep(() -> new Decision.Proved<>(plan.decide(parameters, hints)))
                .proved();
        if (!(decision instanceof Decision.Refused<ChosenUnits> refused)) {
            return onShards(decision.proved());
        }
        Decision<SteppedExecution> steps = plan.steps(parameters, hints, refused.reason());
        return drawn(steps instanceof Decision.Refused<SteppedExecution> none ? none : steps.proved(), parameters);
    }

    /** An operator above what it is made of; a step above what its own plan does. */
    private Explanation drawn(Operator operator, Object[] parameters) {
        List<Explanation> inputs = new ArrayList<>();
        if (operator instanceof NestedStep step && step.unit() != null) {
            inputs.add(Explanation.of(step.unit()));
        }
        for (Operator input : operator.inputs()) {
            inputs.add(
                    operator instanceof NestedStep step
                                    && step.statement() != null
                                    && input instanceof ShardPlan planned
                            ? ofPlan(planned, step.statement(), parameters)
                            : drawn(input, parameters));
        }
        return Explanation.of(operator.word(), operator.detail(), inputs);
    }

    // ---- on data nodes

    private Explanation onShards(ChosenUnits execution) {
        return MergeText.above(route(execution), execution.merge(), execution.bounds());
    }

    private Explanation route(ChosenUnits execution) {
        List<Explanation> units = new ArrayList<>();
        List<Evidence> evidence = execution.nodes() > 1 && plan.several() instanceof Decision.Proved<Scatter> proved
                ? proved.way().route().evidence()
                : List.of();
        if (!evidence.isEmpty()) {
            List<String> found = evidence.stream().map(Evidence::toString).toList();
            units.add(Explanation.of("Proved", String.join("; ", found), List.of()));
        }
        for (int unit = 0; unit < execution.size(); unit++) {
            units.add(Explanation.of(new ExplainedUnit(
                    facts.dataSourceNames().get(execution.dataSource(unit)),
                    execution.sql(unit),
                    parameters(execution, unit),
                    mode(execution, unit))));
        }
        return Explanation.of(Route.WORD, where() + "; " + certificate(execution), units);
    }

    /** The kind of the route, and the conditions that it was made of. */
    private String where() {
        if (plan.shape() == null) {
            return "REFUSED";
        }
        String where = plan.shape().describe(facts.rules()::conceals);
        return plan.shape().kind() + (where.isEmpty() ? "" : " " + where);
    }

    private List<String> parameters(ChosenUnits execution, int unit) {
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
        if (values == null || index >= added) {
            return "key " + (index - added + 1);
        }
        ColumnValues.AddedParameter parameter = values.added().get(index);
        if (parameter.computed() != null) {
            return "a computed text";
        }
        int source = parameter.source();
        return source == ColumnValues.AddedParameter.OF_LITERAL ? "a literal" : "?" + (source + 1);
    }

    private String mode(ChosenUnits execution, int unit) {
        int sameSource = 0;
        for (int other = 0; other < execution.size(); other++) {
            if (execution.dataSource(other) == execution.dataSource(unit)) {
                sameSource++;
            }
        }
        return sameSource <= maxConnectionsPerQuery ? "MEMORY_STRICT" : "CONNECTION_STRICT";
    }

    /** Why the answer is right, and what it costs: one data node, or how many in how many round trips. */
    private String certificate(ChosenUnits execution) {
        String declared = facts.declared().isEmpty() ? "" : ", as declared: " + String.join("; ", facts.declared());
        if (execution.nodes() == 1) {
            return "one data node" + declared;
        }
        String trips = execution.size() == execution.nodes() ? "" : " in " + execution.size() + " round trips";
        String proof = isPushedDown(execution) ? "pushed down" : "merged";
        return execution.nodes() + " data nodes" + trips + ", " + proof + mostRows(execution) + declared;
    }

    /** How many rows of each data node the SQL allows; nothing where only the data tell. */
    private String mostRows(ChosenUnits execution) {
        if (execution.merge() == null || !(plan.several() instanceof Decision.Proved<Scatter> proved)) {
            return "";
        }
        long most = proved.way().route().rows().most(execution.bounds());
        return most < 0 ? "" : ", at most " + most + (most == 1 ? " row each" : " rows each");
    }

    private boolean isPushedDown(ChosenUnits execution) {
        MergePlan merge = execution.merge();
        return merge == null
                || merge.concatenates()
                || plan.several() instanceof Decision.Proved<Scatter> proved
                        && proved.way().route().pushedDown();
    }

    // ---- in steps

    /** What a step's own plan does, with its parameters as the outer statement counts them. */
    private Explanation ofPlan(ShardPlan planned, NestedStatement step, Object[] parameters) {
        int[] sources = step.sources();
        Object[] own = new Object[sources.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = sources[i] < 0 ? null : parameters[sources[i]];
        }
        return outer(new Explainer(planned, maxConnectionsPerQuery).explain(own, HintValues.NONE), sources);
    }

    private static Explanation outer(Explanation node, int[] sources) {
        List<Explanation> inputs = new ArrayList<>();
        node.inputs().forEach(input -> inputs.add(outer(input, sources)));
        ExplainedUnit unit = node.unit();
        if (unit == null) {
            return Explanation.of(node.operator(), outer(node.detail(), sources), inputs);
        }
        List<String> mapped = new ArrayList<>();
        unit.parameters().forEach(each -> mapped.add(outer(each, sources)));
        return Explanation.of(new ExplainedUnit(unit.dataSourceName(), unit.actualSql(), mapped, unit.mode()));
    }

    /** A text with the numbers of the outer statement's parameters, {@code ?1}, in place of the step's own. */
    private static String outer(String text, int[] sources) {
        StringBuilder mapped = new StringBuilder();
        boolean literal = false;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            literal ^= c == '\'';
            int end = at + 1;
            while (end < text.length() && Character.isDigit(text.charAt(end))) {
                end++;
            }
            mapped.append(c);
            if (c == '?' && !literal && end > at + 1) {
                int source = sources[Integer.parseInt(text, at + 1, end, 10) - 1];
                mapped.append(source + 1);
                at = end - 1;
            }
        }
        return mapped.toString();
    }
}
