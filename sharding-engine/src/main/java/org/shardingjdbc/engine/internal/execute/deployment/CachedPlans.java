package org.shardingjdbc.engine.internal.execute.deployment;

import java.util.List;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.catalog.ConnectionSource;
import org.shardingjdbc.engine.internal.catalog.JdbcCatalog;
import org.shardingjdbc.plan.internal.PlanBounds;
import org.shardingjdbc.plan.internal.PlanCounts;
import org.shardingjdbc.plan.internal.Planner;
import org.shardingjdbc.plan.internal.Plans;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.internal.catalog.LogicView;

/** The catalog and the plans of one deployment, and what is needed to make others like them. Safe for all threads. */
public record CachedPlans(Planning planning, JdbcCatalog catalog, Plans<DeployedPlan> plans)
        implements Deployment.PlanSource {
    /** What plans are made of, besides the catalog. */
    public record Planning(
            PlanningRules rules,
            Dialect dialect,
            String databaseName,
            PlannerOptions options,
            PlanBounds bounds,
            boolean literalsAsParameters,
            PlanCounts counts) {}

    /**
     * Makes catalog and plans. Nothing is planned before a plan is asked for.
     *
     * @param connections to the databases that have the tables, by the indexes of data sources
     */
    public static CachedPlans of(Planning planning, ConnectionSource connections) {
        JdbcCatalog catalog = new JdbcCatalog(planning.rules, planning.dialect, planning.databaseName, connections);
        return of(planning, catalog);
    }

    private static CachedPlans of(Planning planning, JdbcCatalog catalog) {
        Planner planner = new Planner(planning.rules, catalog, planning.dialect, planning.options);
        Plans<DeployedPlan> plans =
                new Plans<>(planner, planning.bounds, planning.literalsAsParameters, planning.counts);
        return new CachedPlans(planning, catalog, plans);
    }

    @Override
    public Plans<DeployedPlan> cache() {
        return plans;
    }

    @Override
    public StatementPlan plan(String sql) {
        return plans.get(sql);
    }

    @Override
    public StatementPlan plan(NestedStatement step) {
        return plans.get(step);
    }

    @Override
    public StatementPlan planOnce(String sql) {
        return plans.once(sql);
    }

    @Override
    public long kept() {
        return plans.kept();
    }

    @Override
    public Plans.Epoch epoch() {
        return plans.epoch();
    }

    @Override
    public boolean isCurrent(List<LogicView> views) {
        return catalog.isCurrent(views);
    }

    @Override
    public void invalidate(List<String> logicTables) {
        if (logicTables.isEmpty()) {
            catalog.invalidateAll();
        } else {
            logicTables.forEach(catalog::invalidate);
        }
        plans.clear();
    }

    @Override
    public boolean refresh(List<String> logicTables) {
        boolean differs = catalog.refresh(logicTables);
        if (differs) {
            plans.clear();
        }
        return differs;
    }

    @Override
    public Deployment.PlanSource asSeenBy(ConnectionSource connections) {
        return of(planning, catalog.through(connections));
    }

    @Override
    public Deployment.PlanSource elsewhere(ConnectionSource connections) {
        return of(planning, catalog.elsewhere(connections));
    }
}
