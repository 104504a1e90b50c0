package org.shardingjdbc.plan.internal.explain;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.plan.ExplainedUnit;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.operator.BindSubqueries;
import org.shardingjdbc.plan.internal.operator.Leaf;
import org.shardingjdbc.plan.internal.operator.LookUpFirst;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.rule.hint.HintValues;

/** Puts the steps of an execution into words, each with what its own plan does. Immutable. */
record StepsExplainer(PlanFacts facts, int maxConnectionsPerQuery) {
    /** The steps of a statement that is refused in one. */
    Explanation explain(SteppedExecution steps, Object[] parameters) {
        if (steps instanceof Pull pulled) {
            return pulled(pulled, parameters);
        }
        if (steps instanceof BindSubqueries first) {
            return subqueriesFirst(first, parameters);
        }
        if (steps instanceof LookUpFirst first) {
            return lookedUp(first, parameters);
        }
        List<Explanation> writes = new ArrayList<>();
        for (WriteStep step : WriteStep.of(steps)) {
            Explanation what = step.isPlanned()
                    ? ofPlan(step.statement(), parameters)
                    : Explanation.of(new ExplainedUnit(
                            step.dataSourceName(), step.statement().text(), sources(step.statement()), null));
            writes.add(Explanation.of("Step", step.purpose(), List.of(what)));
        }
        return Explanation.of(WriteStep.operator(steps), "", writes);
    }

    private Explanation pulled(Pull pulled, Object[] parameters) {
        List<Explanation> inputs = new ArrayList<>();
        if (pulled.locks() != null && pulled.locks().find() != null) {
            inputs.add(labelled(StepLabels.keys(), ofPlan(pulled.locks().find(), parameters)));
        }
        for (Leaf leaf : pulled.leaves()) {
            inputs.add(labelled(StepLabels.leaf(leaf), ofPlan(leaf.rows(), parameters)));
        }
        String dataSource = facts.dataSourceNames().get(pulled.dataSource());
        NestedStatement combining = pulled.combining();
        Explanation last =
                Explanation.of(new ExplainedUnit(dataSource, pulled.shownText(), sources(combining), "MEMORY_STRICT"));
        inputs.add(labelled(StepLabels.combine(), last));
        return labelled(StepLabels.pull(dataSource), inputs.toArray(new Explanation[0]));
    }

    private static Explanation labelled(StepLabels.Label label, Explanation... inputs) {
        return Explanation.of(label.operator(), label.detail(), List.of(inputs));
    }

    private Explanation subqueriesFirst(BindSubqueries first, Object[] parameters) {
        List<Explanation> inputs = new ArrayList<>();
        for (int i = 0; i < first.subqueries().size(); i++) {
            Explanation rows = ofPlan(first.subqueries().get(i).rows(), parameters);
            inputs.add(labelled(StepLabels.subquery(i), rows));
        }
        NestedStatement rest = first.sample();
        Explanation bound = Explanation.of(new ExplainedUnit(null, rest.text(), sources(rest), null));
        inputs.add(labelled(StepLabels.rest(), bound));
        return labelled(StepLabels.bindSubqueries(), inputs.toArray(new Explanation[0]));
    }

    private Explanation lookedUp(LookUpFirst first, Object[] parameters) {
        NestedStatement rest = first.sample();
        Explanation bound = Explanation.of(new ExplainedUnit(null, rest.text(), sources(rest), null));
        return labelled(
                StepLabels.lookUp(first),
                labelled(StepLabels.entries(), ofPlan(first.entries(), parameters)),
                labelled(StepLabels.rest(), bound));
    }

    private static List<String> sources(NestedStatement statement) {
        List<String> sources = new ArrayList<>();
        for (int source : statement.sources()) {
            sources.add(source < 0 ? "value " + -source : "?" + (source + 1));
        }
        return sources;
    }

    /** What a step's own plan does, with its parameters as the outer statement counts them. */
    private Explanation ofPlan(NestedStatement step, Object[] parameters) {
        int[] sources = step.sources();
        Object[] own = new Object[sources.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = sources[i] < 0 ? null : parameters[sources[i]];
        }
        return outer(((ShardPlan) step.plan()).explain(own, HintValues.NONE, maxConnectionsPerQuery), sources);
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
