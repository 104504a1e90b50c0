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
 * A plan that runs SQL on shards and merges the results: the root of its tree of operators, which EXPLAIN draws. There
 * are two kinds: the plan of a text ({@link org.shardingjdbc.plan.internal.compiled.CompiledPlan}), and the plan that
 * is made of the plan of a text's shape for one execution
 * ({@link org.shardingjdbc.plan.internal.compiled.LiteralPlan}). The methods of both:
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
 * Immutable, shared by all threads, except {@code LiteralPlan}, which belongs to one execution.
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

    /** What is known of the statement, whichever units its executions go to. */
    public final PlanFacts facts() {
        return facts;
    }

    /** The parts of rules that concern the statement. */
    public final RuleParts rules() {
        return rules;
    }

    /** The class of the statement for transactions and results. */
    public final StatementClass statementClass() {
        return statementClass;
    }

    /** What rules write beside the executions; mostly null. */
    public abstract @Nullable WriteBeside besides();

    // ---- before an execution

    /** The keys to be generated before {@link #route}, or null. */
    public abstract @Nullable GeneratedKeys generatedKeys();

    /** Generates the keys of one execution; null when it needs none. */
    public final Object @Nullable [] makeKeys() {
        GeneratedKeys keys = generatedKeys();
        return keys == null ? null : keys.generate();
    }

    /** How the statement uses the key that its session remembers; null where it does not. */
    public abstract @Nullable LastKeyUse lastKey();

    /** The hints that an execution sees: those of open scopes, then those of the statement's comments. Never null. */
    public final HintValues hints(HintValues scopes) {
        return facts.hints(scopes);
    }

    /**
     * The side on which an execution runs.
     *
     * @param parameters the statement's, 0-based, as setters were given them
     * @param hints never null
     * @throws ShardingException when the side is not known, or a rule refuses it; no shard was touched
     */
    public abstract Side side(Object[] parameters, HintValues hints);

    /**
     * The bounds that rules set to an execution without refusing it; none where {@link RuleParts#routed} is null.
     *
     * @param nodes how many data nodes the execution goes to; 0 where it is answered in steps
     * @param scopes the hints of open scopes, never null
     */
    public abstract ExecutionLimits limits(int nodes, HintValues scopes);

    // ---- where it goes, and what it does there

    /**
     * The execution of a plain plan ({@link PlanFacts#isPlain}) on one unit, where that is found without making or
     * asking anything. It is then the only one that {@link #decide} could give.
     *
     * @param parameters as {@link #route} takes them
     * @param hints of open scopes, never null
     * @return null where {@link #decide} must be asked
     */
    public abstract @Nullable ChosenUnits onlyUnit(Object[] parameters, HintValues hints);

    /**
     * The execution that {@link #route} returns, or why no data nodes are chosen for these values, also by a rule that
     * refuses them. Makes nothing for an execution on one unit that was there before.
     *
     * @throws ShardingException when an algorithm refuses a value, or a hint or a key is wrong
     */
    public abstract Decision<ChosenUnits> choose(Object[] parameters, HintValues hints);

    /**
     * The execution that {@link #route} returns, or the refusal that only steps may overcome.
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
     * @throws ShardingException when no right answer to this execution is possible; no shard was touched
     */
    public final ChosenUnits route(Object[] parameters, HintValues hints) {
        return choose(parameters, hints).proved();
    }

    /** Whether {@link #moved} ever does anything. */
    public abstract boolean movable();

    /**
     * Moves an execution to another data source, for reads that every data source answers alike.
     *
     * @param execution from {@link #route}
     * @param dataSource a name; in a transaction always the same one, as two copies may be seen at two times
     * @return {@code execution} itself where it must stay
     */
    public abstract ChosenUnits moved(ChosenUnits execution, HintValues hints, String dataSource);

    // ---- how it is answered in steps

    /**
     * The steps that answer an execution which {@link #route} refuses because no rule proves it.
     *
     * @param parameters as given to {@link #route}
     * @param hints never null
     * @param refusal the reason from {@link #decide}
     * @return refused with {@code refusal} when there are no steps, or with what would overcome it
     */
    public abstract Decision<SteppedExecution> steps(Object[] parameters, HintValues hints, ShardingException refusal);

    /**
     * The steps of an execution whose subqueries were executed first, and found values that cannot be bound.
     *
     * @param parameters those of the statement at least
     * @param refusal as given to {@link #steps}
     */
    public abstract Decision<SteppedExecution> otherSteps(Object[] parameters, ShardingException refusal);

    // ---- what executions found out

    /** What executions found out, for use by others. */
    public abstract PlanExperience experience();

    /** The plan that is cached: this one, or the one of which this one was made for one execution. */
    public abstract ShardPlan lasting();

    // ---- EXPLAIN, and whoever describes rows

    /** The most data nodes that an execution goes to; 0 where the statement is refused everywhere. */
    public abstract int mostNodes();

    /**
     * One unit of the statement, whatever its parameters are, to be prepared for its metadata and never executed.
     *
     * @throws ShardingException when the statement is refused
     */
    public abstract ChosenUnits sample();
}
