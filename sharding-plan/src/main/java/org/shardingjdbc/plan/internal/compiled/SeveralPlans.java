package org.shardingjdbc.plan.internal.compiled;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.step.StatementPlanner;

/**
 * Plans of texts whose own plan knows one unit only: their text chooses it, so that few ever need to know what several
 * units would do, by the word of a hint or of a parameter that no data node can be told from. Safe for all threads.
 */
public final class SeveralPlans {
    private static final int MOST = 256;

    private final StatementPlanner planner;
    private volatile Cache<PlanText, ShardPlan> plans = newCache();

    public SeveralPlans(StatementPlanner planner) {
        this.planner = planner;
    }

    private static Cache<PlanText, ShardPlan> newCache() {
        return Caffeine.newBuilder().maximumSize(MOST).executor(Runnable::run).build();
    }

    /**
     * The plan that knows.
     *
     * @return null when it is the text of a shape that has no plan any more
     * @throws ShardingException when a database that has to be asked could not be
     */
    ShardPlan of(PlanText text) {
        Cache<PlanText, ShardPlan> current = plans;
        ShardPlan known = current.getIfPresent(text);
        if (known == null) {
            known = planner.planSeveral(text);
            if (known != null && (!(known.several() instanceof Several.Refused refused) || refused.isLasting())) {
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
