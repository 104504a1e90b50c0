package org.shardingjdbc.plan.internal;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.rule.hint.HintValues;

/** Puts the steps of a query into words: the execution units of each, and the statement that stands last. Immutable. */
record StepsExplainer(PlanFacts facts, String route, int maxConnectionsPerQuery) {
    /** The rows of a statement that is refused in one step; empty when it takes none of these steps either. */
    List<Explanation> explain(ShardPlan plan, Object[] parameters, HintValues hints, ShardingException refusal) {
        SteppedExecution steps = plan.steps(parameters, hints, refusal);
        List<Explanation> rows = new ArrayList<>();
        if (steps instanceof PulledQuery pulled) {
            for (Leaf leaf : pulled.leaves()) {
                add(
                        plan,
                        leaf.rows(),
                        parameters,
                        "LEAF " + String.join(", ", leaf.tables()) + " of " + leaf.name(),
                        rows);
            }
            String dataSource = facts.dataSourceNames().get(pulled.dataSource());
            rows.add(last(dataSource, pulled.combining(), "PULLED"));
        } else if (steps instanceof SubqueriesFirst first) {
            for (int i = 0; i < first.subqueries().size(); i++) {
                add(plan, first.subqueries().get(i).rows(), parameters, "SUBQUERY " + (i + 1), rows);
            }
            rows.add(last(null, first.sample(), "SUBQUERIES_FIRST"));
        } else {
            for (WriteStep step : WriteStep.of(steps)) {
                rows.add(last(null, step.statement(), "STEP " + (rows.size() + 1) + ": " + step.purpose()));
            }
        }
        return rows;
    }

    private Explanation last(String dataSource, NestedStatement statement, String certificate) {
        List<String> sources = new ArrayList<>();
        for (int source : statement.sources()) {
            sources.add(source < 0 ? "value " + -source : "?" + (source + 1));
        }
        return new Explanation(dataSource, statement.text(), sources.toString(), route, null, null, certificate);
    }

    /** Adds what a step's own plan says, with its parameters as the outer statement counts them. */
    private void add(ShardPlan plan, NestedStatement step, Object[] parameters, String name, List<Explanation> rows) {
        int[] sources = step.sources();
        Object[] own = new Object[sources.length];
        for (int i = 0; i < own.length; i++) {
            own[i] = parameters[sources[i]];
        }
        for (Explanation row : plan.step(step).explain(own, HintValues.NONE, maxConnectionsPerQuery)) {
            rows.add(new Explanation(
                    row.dataSourceName(),
                    row.actualSql(),
                    row.parameters() == null ? null : outer(row.parameters(), sources),
                    row.route(),
                    row.mode(),
                    row.merge(),
                    name + ": " + row.certificate()));
        }
    }

    private static String outer(String parameters, int[] sources) {
        List<String> mapped = new ArrayList<>();
        String list = parameters.substring(1, parameters.length() - 1);
        for (String each : list.isEmpty() ? new String[0] : list.split(", ", -1)) {
            boolean given = each.startsWith("?");
            mapped.add(given ? "?" + (sources[Integer.parseInt(each.substring(1)) - 1] + 1) : each);
        }
        return mapped.toString();
    }
}
