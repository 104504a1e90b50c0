package org.shardingjdbc.plan.internal.operator;

import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.ColumnValues;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.LastKeyUse;
import org.shardingjdbc.plan.internal.unit.PlanExperience;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.RuleParts;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.plan.internal.unit.VariableUse;
import org.shardingjdbc.rule.ExecutionLimits;
import org.shardingjdbc.rule.StatementKind;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * A plan that runs SQL on shards and merges what comes back: the root of its tree of operators, which EXPLAIN draws.
 * What is known of the statement whatever is executed is told by its {@link #facts}; what stands here is asked with an
 * execution: what it has to do with its session, where it goes, what it does there. Immutable, shared by all threads;
 * what executions find out is beside it ({@link #experience}).
 */
public abstract non-sealed class ShardPlan implements StatementPlan {
    private final ColumnValues columnValues;
    private final RuleParts rules;

    /** @param facts null where no rule transforms any of its values */
    protected ShardPlan(PlanFacts facts) {
        this.rules = facts == null ? RuleParts.NONE : facts.rules();
        this.columnValues = rules.columns();
    }

    /** How many data nodes its executions go to at most; 0 where it is refused wherever. */
    public abstract int mostNodes();

    /** The plan of its text: this one, or the one that it is of for one execution. */
    public ShardPlan ofText() {
        return this;
    }

    /** The plan that is kept: this one, or the one that it was made of for one execution. */
    public ShardPlan lasting() {
        return this;
    }

    /** What is known of the statement whichever units its executions go to. */
    public abstract PlanFacts facts();

    /** What executions found out that others may use. */
    public abstract PlanExperience experience();

    public abstract StatementClass statementClass();

    /** What rules call it. */
    public StatementKind kind() {
        StatementKind kind = statementClass().kind();
        return kind == StatementKind.READ && !rules.plainRead() ? StatementKind.OTHER_READ : kind;
    }

    /** Whether it returns rows; if not, it returns an update count. */
    public abstract boolean returnsRows();

    /**
     * Whether its executions are route, acquire, bind, run, hand over, with nothing around that follows from the plan:
     * a read whose rows go through as they are, that no rule bounds or sends to a side, and that has nothing to do with
     * what its session remembers.
     */
    public boolean isPlain() {
        return false;
    }

    /** Whether its rows must not be read as a stream. */
    public abstract boolean heldRows();

    /** The keys to be made before {@link #route}, or null. */
    public abstract GeneratedKeys generatedKeys();

    /** Makes the keys of one execution; null when it needs none. */
    public final Object[] makeKeys() {
        GeneratedKeys keys = generatedKeys();
        return keys == null ? null : keys.generate();
    }

    /** What rules write beside its executions; mostly null. */
    public WriteBeside besides() {
        return null;
    }

    /** What the application is to be warned of when it was executed; mostly nothing. */
    public List<String> warnings() {
        return List.of();
    }

    /** Which of its values rules transform; mostly null. */
    public final ColumnValues columnValues() {
        return columnValues;
    }

    /** Whether rules transform any of its values. */
    public final boolean transformsValues() {
        return columnValues != null;
    }

    /** Whether its rows are seen otherwise than they are stored. */
    public final boolean decoratesRows() {
        return columnValues != null && columnValues.decorates();
    }

    /** The hints that an execution sees: those of open scopes, then those of the statement's comments. Never null. */
    public abstract HintValues hints(HintValues scopes);

    /** Whether {@link #side} says anything: whether a rule has shadows. */
    public boolean hasSides() {
        return rules.sides() != null;
    }

    /** What it has to do with user variables; null where nothing. */
    public VariableUse variables() {
        return rules.variables();
    }

    /** What it has to do with the key that its session remembers; null where nothing. */
    public LastKeyUse lastKey() {
        return rules.lastKey();
    }

    /** Whether it asks for what the last statement of its session did, so that it is where that was. */
    public boolean asksOfLast() {
        return rules.ofLast();
    }

    /**
     * On which side an execution runs.
     *
     * @param parameters the statement's, 0-based, as setters were given them
     * @param hints never null
     * @throws ShardingException when that cannot be told, or must not be; no shard was touched
     */
    public Side side(Object[] parameters, HintValues hints) {
        return hasSides() ? rules.side(parameters, hints(hints)) : Side.ANY;
    }

    /**
     * Chooses the data nodes of one execution and renders their SQL.
     *
     * @param parameters the statement's, 0-based, in the classes that the setters were given, followed by the generated
     *     keys
     * @param hints never null
     * @return at least one unit
     * @throws org.shardingjdbc.error.ShardingException when this execution cannot be answered right; no shard was
     *     touched
     */
    public final ShardExecution route(Object[] parameters, HintValues hints) {
        return choose(parameters, hints).proved();
    }

    /** Whether {@link #limits} may say anything. */
    public boolean isLimited() {
        return false;
    }

    /**
     * What rules bound an execution by that they do not refuse.
     *
     * @param nodes how many data nodes it goes to; 0 where it is answered in steps
     * @param scopes the hints of open scopes, never null
     */
    public ExecutionLimits limits(int nodes, HintValues scopes) {
        return ExecutionLimits.NONE;
    }

    /**
     * What {@link #route} gives, or the refusal that nothing but steps may overcome.
     *
     * @throws ShardingException when something is wrong with this execution, or a rule refuses it
     */
    public final Decision<ShardExecution> decide(Object[] parameters, HintValues hints) {
        return choose(parameters, hints).ofProof();
    }

    /**
     * What {@link #route} gives, or why no data nodes are chosen for these values, be it a rule that refuses them.
     * Nothing is made for an execution on one unit that was there before.
     *
     * @throws ShardingException when an algorithm refuses a value, or a hint or a key is none
     */
    public abstract Decision<ShardExecution> choose(Object[] parameters, HintValues hints);

    /**
     * The execution of a {@link #isPlain} plan on one unit, where that is found without making or asking anything, so
     * that it is the only one that {@link #decide} could give.
     *
     * @param parameters as {@link #route} takes them
     * @param hints of open scopes, never null
     * @return null where {@link #decide} must be asked
     */
    public ShardExecution onlyUnit(Object[] parameters, HintValues hints) {
        return null;
    }

    /**
     * The execution in another data source, for reads that every data source answers alike.
     *
     * @param execution what {@link #route} gave
     * @param dataSource a name; in a transaction always the same, as two copies may be seen at two times
     * @return {@code execution} itself where it must stay
     */
    public ShardExecution moved(ShardExecution execution, HintValues hints, String dataSource) {
        return execution;
    }

    /** Whether {@link #moved} ever does anything. */
    public boolean movable() {
        return false;
    }

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

    /**
     * One unit of the statement whatever its parameters, to be prepared for its metadata and never executed.
     *
     * @throws org.shardingjdbc.error.ShardingException when it is refused
     */
    public abstract ShardExecution sample();
}
