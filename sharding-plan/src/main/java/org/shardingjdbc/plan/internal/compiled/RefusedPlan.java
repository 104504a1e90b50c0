package org.shardingjdbc.plan.internal.compiled;

import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.plan.Explanation;
import org.shardingjdbc.plan.internal.explain.Explainer;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.operator.Several;
import org.shardingjdbc.plan.internal.operator.SteppedExecution;
import org.shardingjdbc.plan.internal.step.Steps;
import org.shardingjdbc.plan.internal.unit.PlanFacts;
import org.shardingjdbc.plan.internal.unit.ShardExecution;
import org.shardingjdbc.route.internal.shape.RouteShape;
import org.shardingjdbc.rule.hint.HintValues;

/**
 * A plan whose only content is its refusal, raised whenever it is executed, before any shard is touched. A hint that
 * names a data source and skips the rewrite, or names it where no rule does, passes it by.
 */
public final class RefusedPlan extends FactualPlan {
    private final ShardingException refusal;
    private final Steps steps;

    /**
     * @param steps what may answer it nevertheless, or null
     * @param again plans its steps
     */
    public RefusedPlan(PlanFacts facts, ShardingException refusal, Steps steps, SeveralPlans again) {
        super(facts, again);
        this.refusal = refusal;
        this.steps = steps;
    }

    @Override
    public Decision<ShardExecution> choose(Object[] parameters, HintValues hints) {
        HintValues effective = facts().hints(hints);
        requireHeeded(effective);
        return facts().isVerbatim(effective)
                ? new Decision.Proved<>(facts().verbatim(effective.dataSourceName()))
                : new Decision.Refused<>(refusal);
    }

    @Override
    public Decision<SteppedExecution> steps(Object[] parameters, HintValues hints, ShardingException raised) {
        requireHeeded(facts().hints(hints));
        boolean open = steps != null && !facts().hints(hints).steers();
        return open ? steps.find(parameters, raised) : new Decision.Refused<>(raised);
    }

    @Override
    public Decision<SteppedExecution> otherSteps(Object[] parameters, ShardingException raised) {
        return steps == null ? new Decision.Refused<>(raised) : steps.findOthers(parameters, raised);
    }

    @Override
    RouteShape places() {
        return null;
    }

    @Override
    public Several several() {
        return new Several.Refused(refusal);
    }

    @Override
    public ShardExecution sample() {
        throw refusal.again();
    }

    @Override
    public Explanation explain(Object[] parameters, HintValues hints, int maxConnectionsPerQuery) {
        return new Explainer(facts(), "REFUSED", maxConnectionsPerQuery).explain(this, parameters, hints);
    }

    /** It never has one. */
    @Override
    public Explanation explain(ShardExecution execution, int maxConnectionsPerQuery) {
        throw new IllegalStateException("a refused plan has no execution");
    }
}
