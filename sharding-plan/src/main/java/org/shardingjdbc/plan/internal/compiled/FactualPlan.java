package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Reach;
import org.shardingjdbc.plan.internal.operator.ShardPlan;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.plan.internal.unit.FanOutTimes;
import org.shardingjdbc.plan.internal.unit.GeneratedKeys;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.WholeTable;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.ExecutionLimits;
import org.shardingjdbc.rule.RoutedStatement;
import org.shardingjdbc.rule.hint.CommentHint;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.PlannedChecks;
import org.shardingjdbc.rule.internal.RoutedChecks;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/** A plan that tells the facts of its statement. */
abstract class FactualPlan extends ShardPlan {
    private final PlanFacts facts;
    private final CommentHint commentHints;
    private final FanOutTimes fanOutTimes = new FanOutTimes();
    private final SeveralPlans again;
    /** Null where no rule looks at executions. */
    private final PlannedChecks checks;
    /** Null where no rule looks at the data nodes of executions. */
    private final RoutedChecks routed;

    private final StatementClass statementClass;
    private final boolean returnsRows;
    private final int parameterCount;
    private final List<LogicView> views;
    private final boolean plain;

    /** @param again plans its steps */
    FactualPlan(PlanFacts facts, SeveralPlans again) {
        super(facts);
        this.facts = facts;
        this.commentHints = facts.commentHints();
        this.checks = facts.rules().checks();
        this.routed = facts.rules().routed();
        this.again = again;
        this.statementClass = facts.statementClass();
        this.returnsRows = facts.returnsRows();
        this.parameterCount = facts.parameterCount();
        this.views = facts.views();
        this.plain = facts.isPlain();
    }

    public final PlanFacts facts() {
        return facts;
    }

    @Override
    public final FanOutTimes fanOutTimes() {
        return fanOutTimes;
    }

    /**
     * The hints that an execution sees.
     *
     * @throws org.shardingjdbc.error.ShardingException when they cannot be heeded
     */
    final HintValues heeded(HintValues scopes) {
        HintValues effective = commentHints.over(scopes);
        if (effective != HintValues.NONE) {
            requireHeeded(effective);
        }
        return effective;
    }

    /** Whether rules look at its executions before they are routed. */
    final boolean isChecked() {
        return checks != null;
    }

    /** Why a rule refuses an execution; null when none does. */
    final ShardingException refusal(Object[] parameters, HintValues effective) {
        return checks == null ? null : checks.refusal(parameters, effective);
    }

    /** Refuses that hints ask for a shadow where there is none: the statement would run on production. */
    final void requireHeeded(HintValues effective) {
        if (effective.side() != Side.ANY && !hasSides()) {
            throw new ShardingException(
                    ErrorCode.HINT_INVALID, "no rule has shadows; configure !SHADOW, or leave the hint SHADOW out");
        }
    }

    /**
     * Lets rules look at an execution whose data nodes are chosen.
     *
     * @param scopes as the execution was given them
     * @param nodes how many they are; 0 is taken for the one that is asked for its columns
     * @return why one refuses it; null when none does
     */
    final ShardingException refusal(HintValues scopes, int nodes, HintValues effective) {
        return routed == null || scopes == HintValues.UNCHECKED
                ? null
                : routed.refusal(execution(places(), Math.max(1, nodes), effective));
    }

    private RoutedStatement execution(RouteShape shape, int nodes, HintValues effective) {
        return new RoutedStatement(
                kind(),
                facts.logicTables(),
                shape == null ? List.of() : shape.unconditioned(effective),
                shape == null ? "" : shape.kind().name(),
                nodes,
                shape == null ? 0 : shape.units().size(),
                effective);
    }

    /** Where its executions may go; null where it is refused wherever. */
    abstract RouteShape places();

    @Override
    public final Reach reach() {
        return Reaches.of(this, places());
    }

    @Override
    public final int mostNodes() {
        RouteShape places = places();
        return places == null ? 0 : places.units().size();
    }

    @Override
    public final boolean isLimited() {
        return routed != null;
    }

    @Override
    public final ExecutionLimits limits(int nodes, HintValues scopes) {
        return routed == null ? ExecutionLimits.NONE : routed.limits(execution(places(), nodes, hints(scopes)));
    }

    final SeveralPlans again() {
        return again;
    }

    @Override
    public final int parameterCount() {
        return parameterCount;
    }

    @Override
    public final StatementClass statementClass() {
        return statementClass;
    }

    @Override
    public final boolean returnsRows() {
        return returnsRows;
    }

    @Override
    public final boolean isPlain() {
        return plain;
    }

    @Override
    public final boolean heldRows() {
        return facts.heldRows();
    }

    @Override
    public final GeneratedKeys generatedKeys() {
        return facts.generatedKeys();
    }

    @Override
    public final List<String> logicTables() {
        return facts.logicTables();
    }

    @Override
    public final List<LogicView> views() {
        return views;
    }

    @Override
    public final List<WholeTable> wholeTables() {
        return facts.whole();
    }

    @Override
    public final HintValues hints(HintValues scopes) {
        return facts.hints(scopes);
    }
}
