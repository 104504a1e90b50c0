package org.shardingjdbc.plan.internal.compiled;

import java.util.List;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.LookUpFirst;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.operator.WriteBeside;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * A plan whose executions are looked up before they are routed, unless a hint says where they go. What a look-up is
 * not, it is as the plan without. Immutable, shared by all threads.
 */
public final class LookedUpPlan extends FactualPlan {
    private final CompiledPlan direct;
    private final LookUpFirst steps;
    private final ShardingException first;

    /**
     * @param direct the plan without
     * @param steps what is done
     */
    public LookedUpPlan(CompiledPlan direct, LookUpFirst steps) {
        super(direct.facts(), direct.again());
        this.direct = direct;
        this.steps = steps;
        this.first = new ShardingException(
                ErrorCode.LOOKED_UP_FIRST,
                steps.lookUp().table(),
                steps.lookUp().name());
    }

    private boolean isDirect(HintValues effective) {
        return effective != HintValues.NONE && (effective.steers() || facts().isVerbatim(effective));
    }

    @Override
    public Decision<ShardExecution> choose(Object[] parameters, HintValues hints) {
        HintValues effective = heeded(hints);
        if (isDirect(effective)) {
            return direct.choose(parameters, hints);
        }
        ShardingException refusal = refusal(parameters, effective);
        return new Decision.Refused<>(refusal == null ? first : refusal);
    }

    @Override
    public Decision<SteppedExecution> steps(Object[] parameters, HintValues hints, ShardingException raised) {
        return raised.code() == ErrorCode.LOOKED_UP_FIRST
                ? new Decision.Proved<>(steps)
                : direct.steps(parameters, hints, raised);
    }

    @Override
    public Decision<SteppedExecution> otherSteps(Object[] parameters, ShardingException raised) {
        return direct.otherSteps(parameters, raised);
    }

    @Override
    public WriteBeside besides() {
        return direct.besides();
    }

    @Override
    public List<String> warnings() {
        return direct.warnings();
    }

    @Override
    RouteShape places() {
        return direct.places();
    }

    @Override
    public Several several() {
        return direct.several();
    }

    @Override
    public ShardExecution sample() {
        return direct.sample();
    }

    @Override
    public Explanation explain(Object[] parameters, HintValues hints, int maxConnectionsPerQuery) {
        return isDirect(facts().hints(hints))
                ? direct.explain(parameters, hints, maxConnectionsPerQuery)
                : new Explainer(facts(), "LOOKED_UP", maxConnectionsPerQuery).explain(this, parameters, hints);
    }

    @Override
    public Explanation explain(ShardExecution execution, int maxConnectionsPerQuery) {
        return direct.explain(execution, maxConnectionsPerQuery);
    }
}
