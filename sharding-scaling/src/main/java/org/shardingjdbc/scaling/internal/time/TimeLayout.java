package org.shardingjdbc.scaling.internal.time;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.algorithm.IntervalSteps;
import org.shardingjdbc.rule.internal.algorithm.NumberedPeriods;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.scaling.internal.time.PeriodicTable.Node;
import org.shardingjdbc.scaling.time.TimeTablePolicy;
import org.shardingjdbc.scaling.time.TimeTablesRuleConfiguration;

/** The tables of {@code !TIME_TABLES} as a configuration has them. Immutable. */
public final class TimeLayout {
    private final ShardingConfiguration configuration;
    private final Map<String, PeriodicTable> tables = new LinkedHashMap<>();
    private final List<String> obstacles = new ArrayList<>();

    /** Where a data node of the rules is: the configured name of the data source, in place of that of a group. */
    @FunctionalInterface
    public interface Homes {
        /** In the order of the rules' data nodes, as {@code ds_0.t_log_202601}. */
        List<String> nodes(String table) throws SQLException;
    }

    public TimeLayout(ShardingConfiguration configuration, Homes homes) throws SQLException {
        this.configuration = configuration;
        Rules rules = RuleCompiler.compile(
                configuration.dataSourceNames(), configuration.rules(), KeyGenerators.load(() -> 0));
        for (Map.Entry<String, TimeTablePolicy> each : policies(configuration).entrySet()) {
            try {
                tables.put(key(each.getKey()), timed(each.getKey(), each.getValue(), rules, homes));
            } catch (IllegalArgumentException | ShardingException e) {
                obstacles.add(each.getKey() + ": " + e.getMessage());
            }
        }
    }

    private static Map<String, TimeTablePolicy> policies(ShardingConfiguration configuration) {
        Map<String, TimeTablePolicy> policies = new LinkedHashMap<>();
        for (RuleConfiguration rule : configuration.rules()) {
            if (rule instanceof TimeTablesRuleConfiguration time) {
                policies.putAll(time.tables());
            }
        }
        return policies;
    }

    /** Whether a configuration has such tables. */
    public static boolean isIn(ShardingConfiguration configuration) {
        return !policies(configuration).isEmpty();
    }

    private static String key(String table) {
        return table.toLowerCase(Locale.ROOT);
    }

    private PeriodicTable timed(String name, TimeTablePolicy policy, Rules rules, Homes homes) throws SQLException {
        Sharded sharded = sharded(name);
        if (sharded == null || sharded.table().actualDataNodes() == null) {
            throw new IllegalArgumentException("it is no sharded table with 'actualDataNodes'");
        }
        LogicTable logic = rules.table(name);
        if (logic == null || logic.partitioning() == null) {
            throw new IllegalArgumentException("it is not sharded");
        }
        List<DataNode> inRules = logic.partitioning().dataNodes();
        List<String> physical = homes.nodes(name);
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < inRules.size(); i++) {
            String place = physical.get(i);
            nodes.add(new Node(
                    inRules.get(i).dataSourceName(),
                    place.substring(0, place.indexOf('.')),
                    inRules.get(i).table()));
        }
        return new PeriodicTable(name, policy, sharded.periods(), nodes);
    }

    /** A table and the rule that it is of. */
    private record Sharded(ShardingRuleConfiguration rule, ShardedTableConfiguration table) {
        /** @throws IllegalArgumentException where its actual table is not chosen by an interval */
        Periods periods() {
            StrategyConfiguration strategy =
                    table.tableStrategy() == null ? rule.defaultTableStrategy() : table.tableStrategy();
            AlgorithmConfiguration algorithm = strategy instanceof StrategyConfiguration.Standard standard
                    ? rule.shardingAlgorithms().get(String.valueOf(standard.shardingAlgorithmName()))
                    : null;
            if (algorithm != null && "INTERVAL".equalsIgnoreCase(algorithm.type())) {
                return new CalendarPeriods(new IntervalSteps(new AlgorithmProperties(algorithm.props())));
            }
            if (algorithm != null && "AUTO_INTERVAL".equalsIgnoreCase(algorithm.type())) {
                return new CountedPeriods(new NumberedPeriods(new AlgorithmProperties(algorithm.props())));
            }
            throw new IllegalArgumentException("its table strategy is not 'standard' with an algorithm INTERVAL or"
                    + " AUTO_INTERVAL, of which alone it is known which actual table comes next");
        }
    }

    private @Nullable Sharded sharded(String name) {
        for (RuleConfiguration rule : configuration.rules()) {
            if (rule instanceof ShardingRuleConfiguration sharding) {
                for (ShardedTableConfiguration table : sharding.tables()) {
                    if (table.logicTable().equalsIgnoreCase(name)) {
                        return new Sharded(sharding, table);
                    }
                }
            }
        }
        return null;
    }

    /** Those that can be kept up, in configured order. */
    public List<PeriodicTable> tables() {
        return List.copyOf(tables.values());
    }

    /** Why others cannot; a sentence each. */
    public List<String> obstacles() {
        return obstacles;
    }

    /**
     * The configuration with other data nodes of some tables.
     *
     * @param dataNodes expressions by the names of logic tables
     */
    public ShardingConfiguration with(Map<String, String> dataNodes) {
        Map<String, String> byKey = new HashMap<>();
        dataNodes.forEach((table, nodes) -> byKey.put(key(table), nodes));
        List<RuleConfiguration> rules = new ArrayList<>();
        for (RuleConfiguration rule : configuration.rules()) {
            rules.add(rule instanceof ShardingRuleConfiguration sharding ? with(sharding, byKey) : rule);
        }
        return configuration.toBuilder().rules(rules).build();
    }

    private static ShardingRuleConfiguration with(ShardingRuleConfiguration rule, Map<String, String> dataNodes) {
        Function<ShardedTableConfiguration, ShardedTableConfiguration> other = table -> {
            String nodes = dataNodes.get(key(table.logicTable()));
            return nodes == null ? table : table.withActualDataNodes(nodes);
        };
        return rule.withTables(rule.tables().stream().map(other).toList());
    }
}
