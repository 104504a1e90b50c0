package io.shardingjdbc.jdbc.internal.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * Keeps plans by their SQL text, bounded by their number and by the memory that they take. When definitions change, all
 * plans of before are dropped at once; a plan that is being made meanwhile is used by the one who asked for it and not
 * kept. Safe for all threads; a plan that is there is found without a lock.
 */
public final class Plans {
    private final Planner planner;
    private final PlanBounds bounds;
    private volatile Cache<String, StatementPlan> plans;

    public Plans(Planner planner, PlanBounds bounds) {
        this.planner = planner;
        this.bounds = bounds;
        this.plans = newCache();
    }

    /** Its upkeep is done by whoever adds a plan: a pool of threads would be started for it otherwise. */
    private Cache<String, StatementPlan> newCache() {
        return Caffeine.newBuilder()
                .maximumWeight(bounds.bytes())
                .weigher(bounds::weight)
                .executor(Runnable::run)
                .build();
    }

    /**
     * The plan of a SQL text.
     *
     * @throws io.shardingjdbc.error.ShardingException when the text is wrong
     */
    public StatementPlan get(String sql) {
        Cache<String, StatementPlan> current = plans;
        StatementPlan known = current.getIfPresent(sql);
        if (known != null) {
            return known;
        }
        StatementPlan made = planner.plan(sql);
        current.put(sql, made);
        return made;
    }

    /** How many plans there are. */
    long kept() {
        plans.cleanUp();
        return plans.estimatedSize();
    }

    /** Another object after each {@link #clear}. */
    public Object epoch() {
        return plans;
    }

    /** Plans of before are not used again. */
    public void clear() {
        plans = newCache();
    }
}
