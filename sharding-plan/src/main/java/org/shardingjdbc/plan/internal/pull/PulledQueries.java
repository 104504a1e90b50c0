package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.plan.internal.naming.ActualTables;
import org.shardingjdbc.plan.internal.operator.Leaf;
import org.shardingjdbc.plan.internal.operator.Pull;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.rule.hint.HintValues;

/** The ways to answer a query by pulling rows, and the plans of their leaves. Immutable; one per plan, kept with it. */
public record PulledQueries(List<Way> ways) {
    /**
     * One way.
     *
     * @param leaves the plans of its leaves
     */
    record Way(Pull query, List<ShardPlan> leaves) {}

    /** Of a query; the one that pulls least first. */
    public static PulledQueries of(ParsedSql parsed, StepSource source) {
        ActualTables tables = source.tools().actualTables();
        BoundStatement bound = source.bind(parsed);
        if (bound == null) {
            return new PulledQueries(List.of());
        }
        Pulling pulling = new Pulling(bound, tables, source);
        List<Pull> queries = new ArrayList<>(pulling.queries());
        for (Pull query : pulling.seen() || isLocked(queries) ? List.<Pull>of() : List.copyOf(queries)) {
            Pull top = TopRows.of(bound, query, tables, source.tools().parser());
            if (top != null) {
                queries.add(0, top);
            }
        }
        return of(queries, source.planner());
    }

    private static boolean isLocked(List<Pull> queries) {
        return queries.stream().anyMatch(query -> query.locks() != null);
    }

    private static PulledQueries of(List<Pull> queries, StatementPlanner planner) {
        List<Way> ways = new ArrayList<>();
        for (Pull query : queries) {
            List<ShardPlan> leaves = new ArrayList<>();
            for (Leaf leaf : query.leaves()) {
                leaves.add((ShardPlan) planner.plan(leaf.rows()));
            }
            if (query.locks() != null && query.locks().find() != null) {
                planner.plan(query.locks().find());
            }
            ways.add(new Way(query, leaves));
        }
        return new PulledQueries(ways);
    }

    /** The first way none of whose leaves is refused, so that a refusal comes before anything is run; else null. */
    public Pull find(Object[] parameters) {
        for (Way way : ways) {
            if (isAnswered(way, parameters)) {
                return way.query();
            }
        }
        return null;
    }

    private static boolean isAnswered(Way way, Object[] parameters) {
        for (int i = 0; i < way.leaves().size(); i++) {
            int[] sources = way.query().leaves().get(i).rows().sources();
            Object[] own = new Object[sources.length];
            for (int j = 0; j < own.length; j++) {
                own[j] = parameters[sources[j]];
            }
            if (!way.leaves().get(i).decide(own, HintValues.UNCHECKED).isProved()) {
                return false;
            }
        }
        return true;
    }
}
