package org.shardingjdbc.plan.internal.operator;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.experience.PlanExperience;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.fact.PlanFacts;
import org.shardingjdbc.plan.internal.fact.RuleParts;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * A plan that runs SQL on shards and merges what comes back: the root of its tree of operators, which EXPLAIN draws.
 * There are two: the plan of a text ({@link org.shardingjdbc.plan.internal.compiled.CompiledPlan}), and what a text
 * makes of the plan of all texts of its shape for one execution
 * ({@link org.shardingjdbc.plan.internal.compiled.LiteralPlan}). Both are asked by these:
 *
 * <pre>
 *   what planning has set, whatever is executed   {@link #facts}, {@link #rules}, {@link #statementClass}, {@link #besides}
 *   before an execution: keys, hints, side        {@link #generatedKeys}, {@link #lastKey}, {@link #hints}, {@link #side}, {@link #limits}
 *   where it goes, and what it does there         {@link #onlyUnit}, {@link #decide}, {@link #route}, {@link #moved}
 *   how it is answered in steps                   {@link #steps}, {@link #otherSteps}
 *   what executions found out                     {@link #experience}, of {@link #lasting}
 *   EXPLAIN, and whoever describes rows           {@link #inputs}, {@link #reach}, {@link #mostNodes}, {@link #sample}
 * </pre>
 *
 * Immutable, shared by all threads, but for {@code LiteralPlan}, which is of one execution.
 */
public abstract non-sealed class ShardPlan implements StatementPlan {
    protected final PlanFacts facts;
    private final RuleParts rules;
    private final StatementClass statementClass;

    protected ShardPlan(PlanFacts facts) {
        this.facts = facts;
        this.rules = facts.rules();
        this.statementClass = facts.statementClass();
    }

    // ---- what planning has set

    @Override
    public final <T> T match(Cases<T> cases) {
        return cases.of(this);
    }

    /** What is known of the statement whichever units its executions go to. */
    public final PlanFacts facts() {
        return facts;
    }

    /** What rules have to do with it. */
    public final RuleParts rules() {
        return rules;
    }

    /** What it means for transactions and results. */
    public final StatementClass statementClass() {
        return statementClass;
    }

    /** What rules write beside its executions; mostly null. */
    public abstract @Nullable WriteBeside besides();

    // ---- before an execution

    /** The keys to be made before {@link #route}, or null. */
    public abstract @Nullable GeneratedKeys generatedKeys();

    /** Makes the keys of one execution; null when it needs none. */
    public final Object @Nullable [] makeKeys() {
        GeneratedKeys keys = generatedKeys();
        return keys == null ? null : keys.generate();
    }

    /** What it has to do with the key that its session remembers; null where nothing. */
    public abstract @Nullable LastKeyUse lastKey();

    /** The hints that an execution sees: those of open scopes, then those of the statement's comments. Never null. */
    public final HintValues hints(HintValues scopes) {
        return facts.hints(scopes);
    }

    /**
     * On which side an execution runs.
     *
     * @param parameters the statement's, 0-based, as setters were given them
     * @param hints never null
     * @throws ShardingException when that cannot be told, or must not be; no shard was touched
     */
    public abstract Side side(Object[] parameters, HintValues hints);

    /**
     * What rules bound an execution by that they do not refuse; nothing where {@link RuleParts#routed} is null.
     *
     * @param nodes how many data nodes it goes to; 0 where it is answered in steps
     * @param scopes the hints of open scopes, never null
     */
    public abstract ExecutionLimits limits(int nodes, HintValues scopes);

    // ---- where it goes, and what it does there

    /**
     * The execution of a plain plan ({@link PlanFacts#isPlain}) on one unit, where that is found without making or
     * asking anything, so that it is the only one that {@link #decide} could give.
     *
     * @param parameters as {@link #route} takes them
     * @param hints of open scopes, never null
     * @return null where {@link #decide} must be asked
     */
    public abstract @Nullable ChosenUnits onlyUnit(Object[] parameters, HintValues hints);

    /**
     * What {@link #route} gives, or why no data nodes are chosen for these values, be it a rule that refuses them.
     * Nothing is made for an execution on one unit that was there before.
     *
     * @throws ShardingException when an algorithm refuses a value, or a hint or a key is none
     */
    public abstract Decision<ChosenUnits> choose(Object[] parameters, HintValues hints);

    /**
     * What {@link #route} gives, or the refusal that nothing but steps may overcome.
     *
     * @throws ShardingException when something is wrong with this execution, or a rule refuses it
     */
    public final Decision<ChosenUnits> decide(Object[] parameters, HintValues hints) {
        return choose(parameters, hints).ofProof();
    }

    /**
     * Chooses the data nodes of one execution and renders their SQL.
     *
     * @param parameters the statement's, 0-based, in the classes that the setters were given, followed by the generated
     *     keys
     * @param hints never null
     * @return at least one unit
     * @throws ShardingException when this execution cannot be answered right; no shard was touched
     */
    public final ChosenUnits route(Object[] parameters, HintValues hints) {
        return choose(parameters, hints).proved();
    }

    /** Whether {@link #moved} ever does anything. */
    public abstract boolean movable();

    /**
     * The execution in another data source, for reads that every data source answers alike.
     *
     * @param execution what {@link #route} gave
     * @param dataSource a name; in a transaction always the same, as two copies may be seen at two times
     * @return {@code execution} itself where it must stay
     */
    public abstract ChosenUnits moved(ChosenUnits execution, HintValues hints, String dataSource);

    // ---- how it is answered in steps

    /**
     * How an execution is answered in steps that {@link #route} refuses because no rule proves it.
     *
     * @param parameters as given to {@link #route}
     * @param hints never null
     * @param refusal what {@link #decide} gave as the reason
     * @return refused with {@code refusal} when there is no other way, or with what would overcome it
     */
    public abstract Decision<SteppedExecution> steps(Object[] parameters, HintValues hints, ShardingException refusal);

    /**
     * The steps of an execution whose subqueries were executed first, and found values that cannot be bound.
     *
     * @param parameters those of the statement at least
     * @param refusal as {@link #steps} was given it
     */
    public abstract Decision<SteppedExecution> otherSteps(Object[] parameters, ShardingException refusal);

    // ---- what executions found out

    /** What executions found out that others may use. */
    public abstract PlanExperience experience();

    /** The plan that is kept: this one, or the one that it was made of for one execution. */
    public abstract ShardPlan lasting();

    // ---- EXPLAIN, and whoever describes rows

    /** How many data nodes its executions go to at most; 0 where it is refused wherever. */
    public abstract int mostNodes();

    /**
     * One unit of the statement whatever its parameters, to be prepared for its metadata and never executed.
     *
     * @throws ShardingException when it is refused
     */
    public abstract ChosenUnits sample();
}
