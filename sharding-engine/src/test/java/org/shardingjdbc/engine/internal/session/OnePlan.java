package org.shardingjdbc.engine.internal.session;

import java.util.List;
import org.shardingjdbc.engine.internal.catalog.ConnectionSource;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.plan.internal.Plans;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/** A source that gives each text one plan, which nothing that happens changes. */
final class OnePlan implements Deployment.PlanSource {
    private final Plans.Epoch epoch = new Plans.Epoch();

    @Override
    public StatementPlan plan(String sql) {
        return new StatementPlan.CommandPlan("SELECT 1", null);
    }

    @Override
    public StatementPlan plan(NestedStatement step) {
        return new StatementPlan.CommandPlan("SELECT 1", null);
    }

    @Override
    public Plans.Epoch epoch() {
        return epoch;
    }

    @Override
    public boolean isCurrent(List<LogicView> views) {
        return true;
    }

    @Override
    public void invalidate(List<String> logicTables) {
        // Nothing is kept.
    }

    @Override
    public boolean refresh(List<String> logicTables) {
        return false;
    }

    @Override
    public Deployment.PlanSource asSeenBy(ConnectionSource connections) {
        return this;
    }

    @Override
    public Deployment.PlanSource elsewhere(ConnectionSource connections) {
        return this;
    }
}
