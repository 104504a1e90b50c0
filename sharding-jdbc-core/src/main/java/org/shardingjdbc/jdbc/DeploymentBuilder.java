package org.shardingjdbc.jdbc;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.dialect.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.ShardingProps;
import org.shardingjdbc.jdbc.internal.catalog.ConnectionSource;
import org.shardingjdbc.jdbc.internal.catalog.JdbcCatalog;
import org.shardingjdbc.jdbc.internal.execute.ChosenPools;
import org.shardingjdbc.jdbc.internal.execute.Deployment;
import org.shardingjdbc.jdbc.internal.execute.ExecutionProps;
import org.shardingjdbc.jdbc.internal.execute.FanOutMode;
import org.shardingjdbc.jdbc.internal.execute.ShardPool;
import org.shardingjdbc.jdbc.internal.pull.PullBounds;
import org.shardingjdbc.plan.internal.PlanBounds;
import org.shardingjdbc.plan.internal.Planner;
import org.shardingjdbc.plan.internal.Plans;
import org.shardingjdbc.plan.internal.operator.NestedPart;
import org.shardingjdbc.plan.internal.operator.StatementPlan;
import org.shardingjdbc.plan.internal.step.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.DataSourceChoice;
import org.shardingjdbc.rule.internal.Rules;

/** Makes a deployment of a compiled configuration and its open pools. Stateless. */
final class DeploymentBuilder {
    private DeploymentBuilder() {}

    /** What plans are made of, besides the catalog. */
    private record Planning(
            Rules rules,
            Dialect dialect,
            String databaseName,
            PlannerOptions options,
            PlanBounds bounds,
            boolean literalsAsParameters) {}

    /** The catalog and the plans of one deployment, and what is needed to make others like them. */
    private record CachedPlans(Planning planning, JdbcCatalog catalog, Plans plans) implements Deployment.PlanSource {
        static CachedPlans of(Planning planning, ConnectionSource connections) {
            JdbcCatalog catalog = new JdbcCatalog(planning.rules, planning.dialect, planning.databaseName, connections);
            return of(planning, catalog);
        }

        private static CachedPlans of(Planning planning, JdbcCatalog catalog) {
            Planner planner = new Planner(planning.rules, catalog, planning.dialect, planning.options);
            Plans plans = new Plans(planner, planning.bounds, planning.literalsAsParameters);
            return new CachedPlans(planning, catalog, plans);
        }

        @Override
        public StatementPlan plan(String sql, NestedPart part) {
            return plans.get(sql, part);
        }

        @Override
        public StatementPlan planOnce(String sql) {
            return plans.once(sql);
        }

        @Override
        public Object epoch() {
            return plans.epoch();
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

    /**
     * The pools by the indexes of their data sources: those that hold tables, and after them those that are only
     * chosen.
     */
    static List<ShardPool> inOrder(Map<String, ShardPool> pools, Rules rules) {
        return rules.allDataSourceNames().stream().map(pools::get).toList();
    }

    /** @throws ShardingException when the data sources are not of one family */
    static Deployment build(ShardingConfiguration configuration, Rules rules, List<ShardPool> pools) {
        Dialect dialect = commonDialect(pools);
        String databaseName = configuration.databaseName();
        ShardingProps props = configuration.props();
        PlanBounds bounds =
                new PlanBounds(props.number(PropKey.PLAN_CACHE_SIZE), props.number(PropKey.PLAN_CACHE_BYTES));
        UnionBounds union = UnionBounds.of(
                props.text(PropKey.UNION_ALL), dialect, props.number(PropKey.MAX_CONNECTIONS_SIZE_PER_QUERY));
        Planning planning = new Planning(
                rules,
                dialect,
                databaseName,
                new PlannerOptions(props.flag(PropKey.PULLING_ENABLED), union, props.flag(PropKey.LOOK_UP_UPSERTS)),
                bounds,
                props.flag(PropKey.LITERALS_AS_PARAMETERS));
        DataSourceChoice choice = rules.dataSourceChoice();
        CachedPlans plans = CachedPlans.of(
                planning, index -> pools.get(choice == null ? index : ChosenPools.home(choice, index, false))
                        .openAside());
        Deployment.Parts parts = new Deployment.Parts(rules, plans.catalog(), plans);
        List<String> names = rules.allDataSourceNames();
        for (int i = 0; i < names.size(); i++) {
            pools.get(i).guardedBy(rules.dataSourceGuard(names.get(i)));
        }
        return new Deployment(databaseName, dialect, parts, pools, props(props));
    }

    private static Dialect commonDialect(List<ShardPool> pools) {
        ShardPool first = pools.get(0);
        for (ShardPool pool : pools) {
            if (!pool.dialect().readsAs(first.dialect())) {
                throw new ShardingException(
                        ErrorCode.DATA_SOURCES_DIFFER, first.name(), first.dialect(), pool.name(), pool.dialect());
            }
        }
        return first.dialect();
    }

    static ExecutionProps props(ShardingProps props) {
        return new ExecutionProps(
                props.number(PropKey.MAX_CONNECTIONS_SIZE_PER_QUERY),
                FanOutMode.of(props.text(PropKey.FAN_OUT)),
                props.flag(PropKey.SEND_TOGETHER),
                props.number(PropKey.KERNEL_EXECUTOR_SIZE),
                props.number(PropKey.MAX_ROWS_IN_MEMORY),
                props.number(PropKey.MAX_BOUND_VALUES),
                TimeUnit.MILLISECONDS.toNanos(props.number(PropKey.CONNECTION_LINGER_MILLISECONDS)),
                new PullBounds(props.number(PropKey.MAX_PULLED_ROWS), props.number(PropKey.MAX_PULLED_BYTES)),
                props.flag(PropKey.SQL_SHOW),
                props.flag(PropKey.SQL_SIMPLE),
                props.flag(PropKey.SQL_SHOW_PARAMETERS));
    }
}
