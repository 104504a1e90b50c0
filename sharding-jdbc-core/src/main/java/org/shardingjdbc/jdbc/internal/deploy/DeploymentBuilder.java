package org.shardingjdbc.jdbc.internal.deploy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.execute.deployment.CachedPlans;
import org.shardingjdbc.engine.internal.execute.deployment.ChosenPools;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.ExecutionProps;
import org.shardingjdbc.engine.internal.execute.deployment.FanOutMode;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.pull.PullBounds;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.command.Command;
import org.shardingjdbc.jdbc.command.CommandLanguage;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.ShardingProps;
import org.shardingjdbc.jdbc.internal.check.DeploymentCheck;
import org.shardingjdbc.jdbc.internal.command.AllowedCommands.PlannedCommand;
import org.shardingjdbc.plan.internal.PlanBounds;
import org.shardingjdbc.plan.internal.PlanCounts;
import org.shardingjdbc.plan.internal.operator.StatementPlan.CommandPlan;
import org.shardingjdbc.plan.internal.planning.PlannerOptions;
import org.shardingjdbc.plan.internal.unit.UnionBounds;
import org.shardingjdbc.rule.datasource.DataSourceChoice;
import org.shardingjdbc.rule.hint.Side;
import org.shardingjdbc.rule.internal.Rules;

/** Makes a deployment of a compiled configuration and its open pools. Stateless. */
final class DeploymentBuilder {
    private DeploymentBuilder() {}

    /**
     * The pools by the indexes of their data sources: those that hold tables, and after them those that are only
     * chosen.
     */
    static List<ShardPool> inOrder(Map<String, ShardPool> pools, Rules rules) {
        return rules.allDataSourceNames().stream().map(pools::get).toList();
    }

    /**
     * Builds it.
     *
     * @param counts told of the plans that are found and made
     * @throws ShardingException when the data sources are not of one family, or their tables not as they should be and
     *     that is to be checked
     */
    static Deployment build(
            ShardingConfiguration configuration, Rules rules, List<ShardPool> pools, PlanCounts counts) {
        Dialect dialect = commonDialect(pools);
        String databaseName = configuration.databaseName();
        ShardingProps props = configuration.props();
        PlanBounds bounds =
                new PlanBounds(props.number(PropKey.PLAN_CACHE_SIZE), props.number(PropKey.PLAN_CACHE_BYTES));
        UnionBounds union = UnionBounds.of(
                props.text(PropKey.UNION_ALL), dialect, props.number(PropKey.MAX_CONNECTIONS_SIZE_PER_QUERY));
        CachedPlans.Planning planning = new CachedPlans.Planning(
                rules,
                dialect,
                databaseName,
                new PlannerOptions(
                        props.flag(PropKey.PULLING_ENABLED),
                        union,
                        props.flag(PropKey.LOOK_UP_UPSERTS),
                        CommandLanguages.load()),
                bounds,
                props.flag(PropKey.LITERALS_AS_PARAMETERS),
                counts);
        DataSourceChoice choice = rules.dataSourceChoice();
        CachedPlans plans = CachedPlans.of(
                planning, index -> pools.get(choice == null ? index : ChosenPools.home(choice, index, Side.PRODUCTION))
                        .openAside());
        Deployment.Parts parts = new Deployment.Parts(rules, plans.catalog(), plans);
        Deployment built = new Deployment(databaseName, dialect, parts, pools, props(props));
        if (props.flag(PropKey.CHECK_TABLE_METADATA_ENABLED)) {
            DeploymentCheck.requireSound(built);
        } else {
            DeploymentCheck.requireLookUps(built);
        }
        return built;
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

    /** Finds the languages of statements about the configuration. Stateless. */
    static final class CommandLanguages {
        private CommandLanguages() {}

        /** One that tries each; the one that knows nothing where there are none. */
        static CommandPlan.Language load() {
            List<CommandLanguage> found = new ArrayList<>();
            ServiceLoader.load(CommandLanguage.class, CommandLanguages.class.getClassLoader())
                    .forEach(found::add);
            found.addAll(RuleCommand.languages());
            List<CommandLanguage> languages = List.copyOf(found);
            return languages.isEmpty()
                    ? CommandPlan.Language.NONE
                    : sql -> {
                        for (CommandLanguage language : languages) {
                            Command command = language.read(sql);
                            if (command != null) {
                                return new PlannedCommand(command);
                            }
                        }
                        return null;
                    };
        }
    }
}
