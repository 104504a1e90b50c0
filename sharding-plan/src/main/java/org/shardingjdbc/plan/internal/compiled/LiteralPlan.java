package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.internal.experience.PlanExperience;
import org.shardingjdbc.plan.internal.fact.GeneratedKeys;
import org.shardingjdbc.plan.internal.fact.LastKeyUse;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Operator;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.plan.internal.unit.ChosenUnits;
import org.shardingjdbc.plan.internal.unit.LiteralExecution;
import org.shardingjdbc.rule.execution.ExecutionLimits;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * The plan of one text, made of the plan of all texts of its shape. The text's literals are the shared plan's
 * parameters when data nodes are chosen, and stand as they were written in the actual SQL. What the shared plan
 * refuses, and every rare case, is left to the plan of the text itself, so that the answer and each message are those
 * of the text. One per execution; not thread-safe while it routes.
 */
public final class LiteralPlan extends ShardPlan {
    private static final Object[] NO_KEYS = {};

    private final Function<String, StatementPlan> plans;
    private final TextShape text;
    private final CompiledPlan shared;
    private @Nullable CompiledPlan own;

    /**
     * @param plans makes the plans of texts
     * @param shared the plan of the text's shape
     */
    public LiteralPlan(Function<String, StatementPlan> plans, TextShape text, CompiledPlan shared) {
        super(shared.facts());
        this.plans = plans;
        this.text = text;
        this.shared = shared;
    }

    CompiledPlan own() {
        CompiledPlan plan = own;
        if (plan == null) {
            plan = (CompiledPlan) plans.apply(text.sql());
            own = plan;
        }
        return plan;
    }

    @Override
    public ShardPlan lasting() {
        return shared;
    }

    @Override
    public Reach reach() {
        return own().reach();
    }

    @Override
    public int mostNodes() {
        return shared.mostNodes();
    }

    /** The experience of all texts of the shape: what one execution learns would be lost with this plan. */
    @Override
    public PlanExperience experience() {
        return shared.experience();
    }

    @Override
    public String word() {
        return "LiteralPlan";
    }

    @Override
    public List<? extends Operator> inputs() {
        return own().inputs();
    }

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public @Nullable GeneratedKeys generatedKeys() {
        return asksByZero() ? own().generatedKeys() : appended();
    }

    private @Nullable GeneratedKeys appended() {
        GeneratedKeys keys = shared.generatedKeys();
        return keys == null ? null : keys.appended();
    }

    /** Whether a literal asks for a generated key, so that it must not stay as it is written. */
    private boolean asksByZero() {
        GeneratedKeys keys = shared.generatedKeys();
        return keys != null && keys.fills() && keys.asksByZero(literals());
    }

    private Object[] literals() {
        Object[] literals = new Object[text.count()];
        for (int i = 0; i < literals.length; i++) {
            literals[i] = text.value(i);
        }
        return literals;
    }

    @Override
    public @Nullable LastKeyUse lastKey() {
        LastKeyUse use = shared.lastKey();
        return use == null || use.given() == null ? use : use.of(withLiterals(NO_KEYS));
    }

    @Override
    public Side side(Object[] generatedKeys, HintValues hints) {
        return rules().sides().areThere() ? shared.side(withLiterals(generatedKeys), hints) : Side.ANY;
    }

    private Object[] withLiterals(Object[] generatedKeys) {
        int literals = text.count();
        Object[] parameters = new Object[literals + generatedKeys.length];
        for (int i = 0; i < literals; i++) {
            parameters[i] = text.value(i);
        }
        System.arraycopy(generatedKeys, 0, parameters, literals, generatedKeys.length);
        return parameters;
    }

    @Override
    public @Nullable ChosenUnits onlyUnit(Object[] parameters, HintValues hints) {
        ChosenUnits unit = shared.onlyUnit(withLiterals(NO_KEYS), hints);
        return unit == null ? null : new LiteralExecution(unit, text, 0);
    }

    @Override
    public Decision<ChosenUnits> choose(Object[] generatedKeys, HintValues hints) {
        if (!asksByZero()
                && shared.choose(withLiterals(generatedKeys), hints) instanceof Decision.Proved<ChosenUnits> proved) {
            return new Decision.Proved<>(new LiteralExecution(proved.way(), text, generatedKeys.length));
        }
        return own().choose(generatedKeys, hints);
    }

    @Override
    public ExecutionLimits limits(int nodes, HintValues scopes) {
        return shared.limits(nodes, scopes);
    }

    @Override
    public Decision<SteppedExecution> steps(Object[] generatedKeys, HintValues hints, ShardingException refusal) {
        return own().steps(generatedKeys, hints, refusal);
    }

    @Override
    public Decision<SteppedExecution> otherSteps(Object[] generatedKeys, ShardingException refusal) {
        return own().otherSteps(generatedKeys, refusal);
    }

    /** Null: texts beside which rules write have plans of their own. */
    @Override
    public @Nullable WriteBeside besides() {
        return null;
    }

    @Override
    public boolean movable() {
        return false;
    }

    @Override
    public ChosenUnits moved(ChosenUnits execution, HintValues hints, String dataSource) {
        return execution;
    }

    @Override
    public ChosenUnits sample() {
        return own().sample();
    }
}
