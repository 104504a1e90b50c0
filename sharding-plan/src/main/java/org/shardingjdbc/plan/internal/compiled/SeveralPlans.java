package org.shardingjdbc.plan.internal.compiled;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Scatter;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.StatementPlanner;

/**
 * Plans of texts whose own plan knows one unit only: their text chooses it, so that few ever need to know what several
 * units would do, by the word of a hint or of a parameter that no data node can be told from. Safe for all threads.
 */
public final class SeveralPlans {
    private static final int MOST = 256;

    private final StatementPlanner planner;
    private volatile Cache<PlanText, CompiledPlan> plans = newCache();

    public SeveralPlans(StatementPlanner planner) {
        this.planner = planner;
    }

    private static Cache<PlanText, CompiledPlan> newCache() {
        return Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
    }

    /**
     * The plan that knows.
     *
     * @return null when it is the text of a shape that has no plan any more
     * @throws ShardingException when a database that has to be asked could not be
     */
    CompiledPlan of(PlanText text) {
        Cache<PlanText, CompiledPlan> current = plans;
        CompiledPlan known = current.getIfPresent(text);
        if (known == null) {
            known = (CompiledPlan) planner.planSeveral(text);
            if (known != null
                    && (!(known.several() instanceof Decision.Refused<Scatter> refused) || refused.isLasting())) {
                current.put(text, known);
            }
        }
        return known;
    }

    /** Plans of before are not used again; one that is being made meanwhile is not kept. */
    public void clear() {
        plans = newCache();
    }
}
