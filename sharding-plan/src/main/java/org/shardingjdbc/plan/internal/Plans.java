package org.shardingjdbc.plan.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.parser.internal.shape.TextShapes;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.step.PlanText;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Keeps plans by their SQL text, and one for all texts that differ in literals only; one of these that comes again and
 * again gets a plan of its own, which is found without reading the text. Bounded by their number and by the memory that
 * they take. When definitions change, all plans of before are dropped at once; a plan that is being made meanwhile is
 * used by the one who asked for it and not kept. Safe for all threads; a plan that is there is found without a lock.
 */
public final class Plans {
    private final Planner planner;
    private final PlanBounds bounds;
    private final TextShapes shapes;
    private final RepeatedTexts repeated = new RepeatedTexts();
    private final boolean questionOperators;
    private final PlanCounts counts;
    private volatile Cache<Object, CachedPlan> plans;

    /** What is kept of a text or a shape; a shape whose texts are planned one by one has no plan. */
    private record CachedPlan(StatementPlan plan) {}

    /** The key of a text that is not prepared, where the same text means something else when it is. */
    private record PlainText(String sql) {}

    /** @param literalsAsParameters whether texts that differ in literals only share a plan */
    public Plans(Planner planner, PlanBounds bounds, boolean literalsAsParameters) {
        this(planner, bounds, literalsAsParameters, new PlanCounts());
    }

    /**
     * As the other one.
     *
     * @param counts told of what is found and what is made
     */
    public Plans(Planner planner, PlanBounds bounds, boolean literalsAsParameters, PlanCounts counts) {
        this.counts = counts;
        this.planner = planner;
        this.bounds = bounds;
        this.questionOperators = planner.dialect().lexis().freeOperators();
        this.shapes = literalsAsParameters ? new TextShapes(planner.dialect()) : null;
        this.plans = newCache();
    }

    /** Its upkeep is done by whoever adds a plan: a pool of threads would be started for it otherwise. */
    private Cache<Object, CachedPlan> newCache() {
        return Caffeine.newBuilder()
                .maximumWeight(bounds.bytes())
                .weigher((Object key, CachedPlan cached) -> bounds.weight(textOf(key), cached.plan))
                .executor(Runnable::run)
                .build();
    }

    private static String textOf(Object key) {
        if (key instanceof TextShape shape) {
            return shape.sql();
        }
        return key instanceof PlainText plain ? plain.sql : (String) key;
    }

    /**
     * The plan of a SQL text.
     *
     * @throws org.shardingjdbc.error.ShardingException when the text is wrong
     */
    public StatementPlan get(String sql) {
        Cache<Object, CachedPlan> current = plans;
        CachedPlan known = found(sql, current);
        return known == null ? made(sql, current) : known.plan;
    }

    private CachedPlan found(Object key, Cache<Object, CachedPlan> current) {
        CachedPlan known = current.getIfPresent(key);
        if (known != null) {
            counts.hit();
        }
        return known;
    }

    /**
     * The plan of a statement that is executed on behalf of another: the one that it carries, as long as that holds.
     *
     * @throws org.shardingjdbc.error.ShardingException when it is wrong
     */
    public StatementPlan get(NestedStatement step) {
        StatementPlan carried = planner.carried(step);
        if (carried != null) {
            counts.hit();
            return carried;
        }
        counts.missed();
        return planner.plan(step);
    }

    private StatementPlan made(String sql, Cache<Object, CachedPlan> current) {
        return kept(sql, planner.plan(sql), current);
    }

    private StatementPlan kept(Object key, StatementPlan made, Cache<Object, CachedPlan> current) {
        counts.missed();
        if (!defines(made)) {
            current.put(key, new CachedPlan(made));
        }
        return made;
    }

    /** What a definition does depends on what is there by its names, now. */
    private static boolean defines(StatementPlan plan) {
        return plan instanceof ShardPlan shards && shards.statementClass() == StatementClass.DEFINITION;
    }

    /**
     * The plan for one execution of a SQL text without parameters. Where texts that differ from it in literals only
     * have a plan in common, it is made of that, unless this very text comes often.
     *
     * @throws org.shardingjdbc.error.ShardingException when the text is wrong
     */
    public StatementPlan once(String sql) {
        Cache<Object, CachedPlan> current = plans;
        if (questionOperators && sql.indexOf('?') >= 0) {
            return plain(sql, current);
        }
        CachedPlan known = found(sql, current);
        if (known != null) {
            return known.plan;
        }
        TextShape shape = shapes == null || repeated.comesOften(sql) ? null : shapes.of(sql);
        if (shape == null) {
            return made(sql, current);
        }
        CachedPlan shared = found(shape, current);
        if (shared == null) {
            counts.missed();
            shared = new CachedPlan(planner.plan(shape));
            current.put(shape, shared);
        }
        return shared.plan == null ? made(sql, current) : new LiteralPlan(this, shape, (ShardPlan) shared.plan);
    }

    private StatementPlan plain(String sql, Cache<Object, CachedPlan> current) {
        PlainText key = new PlainText(sql);
        CachedPlan known = found(key, current);
        if (known == null) {
            counts.missed();
            known = new CachedPlan(planner.plan(PlanText.plain(sql)));
            current.put(key, known);
        }
        return known.plan;
    }

    /** How many plans there are. */
    public long kept() {
        plans.cleanUp();
        return plans.estimatedSize();
    }

    /** Another object after each {@link #clear}. */
    public Object epoch() {
        return plans;
    }

    /** Plans of before are not used again. */
    public void clear() {
        planner.clear();
        plans = newCache();
    }
}
