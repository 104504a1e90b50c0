package io.shardingjdbc.jdbc.internal.plan;

import io.shardingjdbc.error.ErrorCategory;
import io.shardingjdbc.error.ShardingException;
import io.shardingjdbc.parser.ParsedSql;
import io.shardingjdbc.route.hint.HintValues;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the steps in which a statement is answered that no rule proves. One per plan; asked when the first such
 * execution happens. Safe for all threads.
 */
final class Staging {
    private final Planner planner;
    private final ParsedSql parsed;
    private final boolean pulling;
    private volatile Pulled pulled;

    /**
     * @param planner plans the steps
     * @param parsed the statement
     * @param pulling whether rows may be pulled
     */
    Staging(Planner planner, ParsedSql parsed, boolean pulling) {
        this.planner = planner;
        this.parsed = parsed;
        this.pulling = pulling;
    }

    /**
     * The steps of one execution.
     *
     * @param parameters the statement's, 0-based, followed by the generated keys
     * @param refusal why it is not answered in one step
     * @return null when there is no way: the refusal holds
     */
    StagedExecution stages(Object[] parameters, ShardingException refusal) {
        if (StatementFacts.classOf(parsed.statement()) == StatementClass.WRITE) {
            return new WriteSteps(planner.steps(), parsed).find(parameters, refusal);
        }
        if (!pulling || !Pullable.overcomes(parsed.statement(), refusal)) {
            return null;
        }
        Pulled known = pulled;
        if (known == null) {
            known = pull();
            pulled = known;
        }
        return known.query() != null && known.isAnswered(parameters) ? known.query() : null;
    }

    private Pulled pull() {
        PulledQuery query = planner.pulled(parsed);
        List<ShardPlan> leaves = new ArrayList<>();
        if (query != null) {
            for (Leaf leaf : query.leaves()) {
                leaves.add((ShardPlan) planner.plan(leaf.rows().sql()));
            }
        }
        return new Pulled(query, leaves);
    }

    /**
     * What was found.
     *
     * @param query the steps, or null
     * @param leaves the plans of its leaves
     */
    private record Pulled(PulledQuery query, List<ShardPlan> leaves) {
        /** Whether no leaf is refused, so that the statement is before anything of it is run. */
        boolean isAnswered(Object[] parameters) {
            for (int i = 0; i < leaves.size(); i++) {
                int[] sources = query.leaves().get(i).rows().sources();
                Object[] own = new Object[sources.length];
                for (int j = 0; j < own.length; j++) {
                    own[j] = parameters[sources[j]];
                }
                try {
                    leaves.get(i).route(own, HintValues.NONE);
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
}
