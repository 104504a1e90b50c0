package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.error.ErrorCategory;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Leaf;
import org.shardingjdbc.plan.internal.operator.PulledQuery;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.step.StatementPlanner;
import org.shardingjdbc.rule.hint.HintValues;

/** The ways to answer a query by pulling rows, and the plans of their leaves. Immutable; one per plan, kept with it. */
public record PulledQueries(List<Way> ways) {
    /**
     * One way.
     *
     * @param leaves the plans of its leaves
     */
    record Way(PulledQuery query, List<ShardPlan> leaves) {}

    public static PulledQueries of(List<PulledQuery> queries, StatementPlanner planner) {
        List<Way> ways = new ArrayList<>();
        Map<String, ShardPlan> known = new HashMap<>();
        for (PulledQuery query : queries) {
            List<ShardPlan> leaves = new ArrayList<>();
            for (Leaf leaf : query.leaves()) {
                leaves.add(known.computeIfAbsent(leaf.rows().sql(), sql -> (ShardPlan) planner.plan(sql)));
            }
            ways.add(new Way(query, leaves));
        }
        return new PulledQueries(ways);
    }

    /** The first way none of whose leaves is refused, so that a refusal comes before anything is run; else null. */
    public PulledQuery find(Object[] parameters) {
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
            try {
                way.leaves().get(i).route(own, HintValues.NONE);
            } catch (ShardingException refusal) {
                if (refusal.code().category() == ErrorCategory.UNSUPPORTED) {
                    return false;
                }
                throw refusal;
            }
        }
        return true;
    }
}
