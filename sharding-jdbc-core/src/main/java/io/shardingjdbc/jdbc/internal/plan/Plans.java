package io.shardingjdbc.jdbc.internal.plan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/**
 * Keeps plans by their SQL text, bounded by the memory that they may take. When definitions change, all plans of before
 * are dropped at once; a plan that is being made meanwhile is used by the one who asked for it and not kept. Safe for
 * all threads.
 */
public final class Plans {
    private static final long MAX_WEIGHT = 64L << 20;
    private static final int WEIGHT_OF_A_PLAN = 4096;
    private static final int WEIGHT_OF_A_CHARACTER = 24;

    private final Planner planner;
    private volatile Cache<String, StatementPlan> plans = newCache();

    public Plans(Planner planner) {
        this.planner = planner;
    }

    private static Cache<String, StatementPlan> newCache() {
        return Caffeine.newBuilder()
                .maximumWeight(MAX_WEIGHT)
                .weigher((String sql, StatementPlan plan) ->
                        WEIGHT_OF_A_PLAN + WEIGHT_OF_A_CHARACTER * Math.min(sql.length(), 1 << 24))
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

    /** Another object after each {@link #clear}. */
    public Object epoch() {
        return plans;
    }

    /** Plans of before are not used again. */
    public void clear() {
        plans = newCache();
    }
}
