package org.shardingjdbc.plan.internal;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.parser.internal.shape.TextShapes;
import org.shardingjdbc.plan.internal.compiled.CompiledPlan;
import org.shardingjdbc.plan.internal.compiled.LiteralPlan;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.planning.StatementSource;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/**
 * Caches plans by their SQL text, and one plan for all texts that differ in literals only. A text that comes again and
 * again gets a plan of its own, which is found without reading the text. The cache is bounded by the number of plans
 * and by the memory that they take. When definitions change, all earlier plans are dropped at once; a plan that is
 * being made meanwhile is used by its caller and not kept. Safe for all threads; a cached plan is found without a lock.
 *
 * @param <F> the form of a plan that executions use
 */
public final class Plans<F> {
    private final Planner planner;
    private final PlanBounds bounds;
    private final @Nullable TextShapes shapes;
    private final RepeatedTexts repeated = new RepeatedTexts();
    private final boolean questionOperators;
    private final PlanCounts counts;
    /** The plans of texts, for those that are made of the plans of their shapes. */
    private final Function<String, StatementPlan> texts = this::get;

    private volatile Generation<F> plans;

    /** The time from one change of definitions to the next. */
    public static final class Epoch {
        private volatile boolean over;

        /** Whether definitions have changed: plans made in this epoch are not used again. */
        public boolean isOver() {
            return over;
        }
    }

    /**
     * Makes the form of a plan that its executions use.
     *
     * @param <F> that form
     */
    @FunctionalInterface
    public interface Form<F> {
        F of(String sql, StatementPlan plan, Epoch epoch);
    }

    /** The cached entry of a text or a shape. */
    private sealed interface Cached<F> {}

    /** The entry of a shape whose texts are planned one by one. */
    private record Unshared<F>() implements Cached<F> {}

    /** The entry of a text, which has no other plan, or of a shape with a plan for all of its texts. */
    private static final class CachedPlan<F> implements Cached<F> {
        private final StatementPlan plan;
        /** Null until it is asked for; when two threads make one at the same time, either serves. */
        private @Nullable F form;

        CachedPlan(StatementPlan plan) {
            this.plan = plan;
        }
    }

    /** All plans of one epoch. */
    private record Generation<F>(Cache<Object, Cached<F>> cache, Epoch epoch) {}

    /** The key of a text that is not prepared, where the same text means something else when it is. */
    private record PlainText(String sql) {}

    /** @param literalsAsParameters whether texts that differ in literals only share a plan */
    public Plans(Planner planner, PlanBounds bounds, boolean literalsAsParameters) {
        this(planner, bounds, literalsAsParameters, new PlanCounts());
    }

    /**
     * @param literalsAsParameters whether texts that differ in literals only share a plan
     * @param counts counts found plans and made ones
     */
    public Plans(Planner planner, PlanBounds bounds, boolean literalsAsParameters, PlanCounts counts) {
        this.counts = counts;
        this.planner = planner;
        this.bounds = bounds;
        this.questionOperators = planner.dialect().lexis().freeOperators();
        this.shapes = literalsAsParameters ? new TextShapes(planner.dialect()) : null;
        this.plans = newGeneration();
    }

    private Generation<F> newGeneration() {
        return new Generation<>(newCache(), new Epoch());
    }

    /** Makes a cache. The thread that adds a plan maintains it: otherwise the cache would start a pool of threads. */
    private Cache<Object, Cached<F>> newCache() {
        return Caffeine.newBuilder()
                .maximumWeight(bounds.bytes())
                .weigher((Object key, Cached<F> cached) ->
                        bounds.weight(textOf(key), cached instanceof CachedPlan<F> known ? known.plan : null))
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
        Cache<Object, Cached<F>> current = plans.cache;
        CachedPlan<F> known = (CachedPlan<F>) found(sql, current);
        return known == null ? made(sql, current) : known.plan;
    }

    /**
     * The plan of a SQL text from the cache, in the form in which it is executed; plans nothing.
     *
     * @param form makes that form, once as long as the plan is cached
     * @return null where the text has to be planned
     */
    public @Nullable F kept(String sql, Form<F> form) {
        Generation<F> current = plans;
        CachedPlan<F> known = (CachedPlan<F>) current.cache.getIfPresent(sql);
        if (known == null) {
            return null;
        }
        if (counts.hits != null) {
            counts.hit();
        }
        F ready = known.form;
        return ready == null ? formed(sql, known, form, current) : ready;
    }

    private static <F> F formed(String sql, CachedPlan<F> known, Form<F> form, Generation<F> current) {
        F ready = known.form;
        if (ready == null) {
            ready = form.of(sql, known.plan, current.epoch);
            known.form = ready;
        }
        return ready;
    }

    private @Nullable Cached<F> found(Object key, Cache<Object, Cached<F>> current) {
        Cached<F> known = current.getIfPresent(key);
        if (known != null) {
            counts.hit();
        }
        return known;
    }

    /**
     * The plan of a statement that is executed on behalf of another one: the plan that the statement carries, as long
     * as that is current.
     *
     * @throws org.shardingjdbc.error.ShardingException when the SQL is wrong
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

    private StatementPlan made(String sql, Cache<Object, Cached<F>> current) {
        return kept(sql, planner.plan(sql), current);
    }

    private StatementPlan kept(Object key, StatementPlan made, Cache<Object, Cached<F>> current) {
        counts.missed();
        if (!defines(made)) {
            current.put(key, new CachedPlan<>(made));
        }
        return made;
    }

    /** Whether it is the plan of a definition, whose effect depends on what exists now under its names. */
    private static boolean defines(StatementPlan plan) {
        return plan instanceof ShardPlan shards && shards.statementClass() == StatementClass.DEFINITION;
    }

    /**
     * The plan for one execution of a SQL text without parameters. Where texts that differ from it in literals only
     * share a plan, the plan is made of that one, unless this very text comes often.
     *
     * @throws org.shardingjdbc.error.ShardingException when the text is wrong
     */
    public StatementPlan once(String sql) {
        Cache<Object, Cached<F>> current = plans.cache;
        if (isOtherPlain(sql)) {
            return plain(sql, current);
        }
        CachedPlan<F> known = (CachedPlan<F>) found(sql, current);
        return known == null ? once(sql, current) : known.plan;
    }

    /**
     * As {@link #once(String)}, in the form in which the plan is executed. Where the text has a plan of its own, its
     * form is made once as long as the plan is cached.
     *
     * @throws org.shardingjdbc.error.ShardingException when the text is wrong
     */
    public F once(String sql, Form<F> form) {
        Generation<F> current = plans;
        if (isOtherPlain(sql)) {
            return form.of(sql, plain(sql, current.cache), current.epoch);
        }
        CachedPlan<F> known = (CachedPlan<F>) found(sql, current.cache);
        return known == null
                ? form.of(sql, once(sql, current.cache), current.epoch)
                : formed(sql, known, form, current);
    }

    /** Whether the text may mean something else when it is prepared. */
    private boolean isOtherPlain(String sql) {
        return questionOperators && sql.indexOf('?') >= 0;
    }

    /** The plan of a text that has no plan of its own. */
    private StatementPlan once(String sql, Cache<Object, Cached<F>> current) {
        TextShape shape = shapes == null || repeated.comesOften(sql) ? null : shapes.of(sql);
        if (shape == null) {
            return made(sql, current);
        }
        Cached<F> shared = found(shape.key(), current);
        if (shared == null) {
            counts.missed();
            StatementPlan made = planner.plan(shape);
            shared = made == null ? new Unshared<>() : new CachedPlan<>(made);
            current.put(shape.key(), shared);
        }
        return shared instanceof CachedPlan<F> known
                ? new LiteralPlan(texts, shape, (CompiledPlan) known.plan)
                : made(sql, current);
    }

    private StatementPlan plain(String sql, Cache<Object, Cached<F>> current) {
        PlainText key = new PlainText(sql);
        CachedPlan<F> known = (CachedPlan<F>) found(key, current);
        if (known == null) {
            return kept(key, planner.plan(StatementSource.plain(sql)), current);
        }
        return known.plan;
    }

    /** How many plans are cached. */
    public long kept() {
        plans.cache.cleanUp();
        return plans.cache.estimatedSize();
    }

    /** The present epoch; over after {@link #clear}. */
    public Epoch epoch() {
        return plans.epoch;
    }

    /** Earlier plans are not used again. */
    public synchronized void clear() {
        planner.clear();
        Epoch before = plans.epoch;
        plans = newGeneration();
        before.over = true;
    }
}
