package org.shardingjdbc.plan.internal;

import java.util.List;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.shape.TextShape;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Operator;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.LastKeyUse;
import org.shardingjdbc.plan.internal.unit.LiteralExecution;
import org.shardingjdbc.plan.internal.unit.PlanExperience;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.plan.internal.unit.VariableUse;
import org.shardingjdbc.rule.ExecutionLimits;
import org.shardingjdbc.rule.StatementKind;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;

/**
 * The plan of one text made of the plan of all texts of its shape: the text's literals are that plan's parameters when
 * it chooses data nodes, and stand as they were written in the actual SQL. What that plan refuses, and everything that
 * is rare, is left to the plan of the text itself, so that the answer and each message are those of the text. One per
 * execution; not thread-safe while it routes.
 */
final class LiteralPlan extends ShardPlan {
    private static final Object[] NO_KEYS = {};

    private final Plans<?> plans;
    private final TextShape text;
    private final ShardPlan shared;
    private ShardPlan own;

    /** @param shared the plan of the text's shape */
    LiteralPlan(Plans<?> plans, TextShape text, ShardPlan shared) {
        super(null);
        this.plans = plans;
        this.text = text;
        this.shared = shared;
    }

    private ShardPlan own() {
        if (own == null) {
            own = (ShardPlan) plans.get(text.sql());
        }
        return own;
    }

    @Override
    public ShardPlan ofText() {
        return own();
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

    /** Those of all texts of the shape: what one execution learns would be forgotten with it. */
    @Override
    public PlanExperience experience() {
        return shared.experience();
    }

    @Override
    public List<? extends Operator> inputs() {
        return own().inputs();
    }

    @Override
    public PlanFacts facts() {
        return shared.facts();
    }

    @Override
    public int parameterCount() {
        return 0;
    }

    @Override
    public StatementClass statementClass() {
        return shared.statementClass();
    }

    @Override
    public StatementKind kind() {
        return shared.kind();
    }

    @Override
    public boolean returnsRows() {
        return shared.returnsRows();
    }

    @Override
    public boolean heldRows() {
        return shared.heldRows();
    }

    @Override
    public GeneratedKeys generatedKeys() {
        return asksByZero() ? own().generatedKeys() : appended();
    }

    private GeneratedKeys appended() {
        GeneratedKeys keys = shared.generatedKeys();
        return keys == null ? null : keys.appended();
    }

    /** Whether a literal asks for a key, so that it does not stay as it is written. */
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
    public HintValues hints(HintValues scopes) {
        return shared.hints(scopes);
    }

    @Override
    public boolean hasSides() {
        return shared.hasSides();
    }

    @Override
    public VariableUse variables() {
        return shared.variables();
    }

    @Override
    public LastKeyUse lastKey() {
        LastKeyUse use = shared.lastKey();
        return use == null || use.given() == null ? use : use.of(withLiterals(NO_KEYS));
    }

    @Override
    public boolean asksOfLast() {
        return shared.asksOfLast();
    }

    @Override
    public Side side(Object[] generatedKeys, HintValues hints) {
        return shared.hasSides() ? shared.side(withLiterals(generatedKeys), hints) : Side.ANY;
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
    public ShardExecution onlyUnit(Object[] parameters, HintValues hints) {
        ShardExecution unit = shared.onlyUnit(withLiterals(NO_KEYS), hints);
        return unit == null ? null : new LiteralExecution(unit, text, 0);
    }

    @Override
    public Decision<ShardExecution> choose(Object[] generatedKeys, HintValues hints) {
        if (!asksByZero()
                && shared.choose(withLiterals(generatedKeys), hints)
                        instanceof Decision.Proved<ShardExecution> proved) {
            return new Decision.Proved<>(new LiteralExecution(proved.way(), text, generatedKeys.length));
        }
        return own().choose(generatedKeys, hints);
    }

    @Override
    public boolean isPlain() {
        return shared.isPlain();
    }

    @Override
    public boolean isLimited() {
        return shared.isLimited();
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

    @Override
    public ShardExecution sample() {
        return own().sample();
    }
}
