package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/** The sharding rule while a statement changes it. One per change; not thread-safe. */
final class ShardingDraft {
    private static final ShardingRuleConfiguration EMPTY =
            ShardingRuleConfiguration.builder().build();

    private final ShardingRuleConfiguration before;
    final List<ShardedTableConfiguration> tables;
    final List<AutoTableConfiguration> autoTables;
    final List<BindingTablesConfiguration> bindingTables;
    final Map<String, AlgorithmConfiguration> algorithms;
    final Map<String, AlgorithmConfiguration> keyGenerators;
    final Map<String, AlgorithmConfiguration> auditors;

    @Nullable
    StrategyConfiguration databaseStrategy;

    @Nullable
    StrategyConfiguration tableStrategy;

    private ShardingDraft(ShardingRuleConfiguration before) {
        this.before = before;
        this.tables = new ArrayList<>(before.tables());
        this.autoTables = new ArrayList<>(before.autoTables());
        this.bindingTables = new ArrayList<>(before.bindingTables());
        this.algorithms = new LinkedHashMap<>(before.shardingAlgorithms());
        this.keyGenerators = new LinkedHashMap<>(before.keyGenerators());
        this.auditors = new LinkedHashMap<>(before.auditors());
        this.databaseStrategy = before.defaultDatabaseStrategy();
        this.tableStrategy = before.defaultTableStrategy();
    }

    static ShardingDraft of(ShardingConfiguration configuration) {
        return new ShardingDraft(ruleOf(configuration));
    }

    /** The rule; an empty one when there is none. */
    static ShardingRuleConfiguration ruleOf(ShardingConfiguration configuration) {
        ShardingRuleConfiguration rule = Configurations.rule(configuration, ShardingRuleConfiguration.class);
        return rule == null ? EMPTY : rule;
    }

    ShardingRuleConfiguration build() {
        return new ShardingRuleConfiguration(
                tables,
                autoTables,
                bindingTables,
                databaseStrategy,
                tableStrategy,
                before.defaultKeyGenerateStrategy(),
                before.defaultAuditStrategy(),
                before.defaultShardingColumn(),
                before.keyGenerateStrategies(),
                algorithms,
                keyGenerators,
                auditors);
    }

    boolean has(String table) {
        return tables.stream().anyMatch(each -> each.logicTable().equalsIgnoreCase(table))
                || autoTables.stream().anyMatch(each -> each.logicTable().equalsIgnoreCase(table));
    }

    void remove(String table) {
        tables.removeIf(each -> each.logicTable().equalsIgnoreCase(table));
        autoTables.removeIf(each -> each.logicTable().equalsIgnoreCase(table));
    }

    /** The strategies of a table. */
    List<StrategyConfiguration> strategiesOf(String table) {
        List<StrategyConfiguration> all = new ArrayList<>();
        tables.stream()
                .filter(each -> each.logicTable().equalsIgnoreCase(table))
                .forEach(each -> {
                    all.add(each.databaseStrategy());
                    all.add(each.tableStrategy());
                });
        autoTables.stream()
                .filter(each -> each.logicTable().equalsIgnoreCase(table))
                .forEach(each -> all.add(each.shardingStrategy()));
        return all;
    }

    /**
     * Where rows with NULL lie no statement says: a table keeps that for the columns that it had.
     *
     * @param before the strategies of the table before
     */
    void keepNulls(String table, List<StrategyConfiguration> before) {
        tables.replaceAll(each -> each.logicTable().equalsIgnoreCase(table)
                ? new ShardedTableConfiguration(
                        each.logicTable(),
                        each.actualDataNodes(),
                        Strategies.keepingNulls(each.databaseStrategy(), before),
                        Strategies.keepingNulls(each.tableStrategy(), before),
                        each.keyGenerateStrategy(),
                        each.auditStrategy())
                : each);
        autoTables.replaceAll(each -> each.logicTable().equalsIgnoreCase(table)
                ? new AutoTableConfiguration(
                        each.logicTable(),
                        each.actualDataSources(),
                        Strategies.keepingNulls(each.shardingStrategy(), before),
                        each.keyGenerateStrategy(),
                        each.auditStrategy())
                : each);
    }

    /** Names of algorithms that something uses. */
    Set<String> usedAlgorithms() {
        Set<String> used = new HashSet<>();
        tables.forEach(table -> {
            add(table.databaseStrategy(), used);
            add(table.tableStrategy(), used);
        });
        autoTables.forEach(table -> add(table.shardingStrategy(), used));
        add(databaseStrategy, used);
        add(tableStrategy, used);
        return used;
    }

    private static void add(@Nullable StrategyConfiguration strategy, Set<String> used) {
        String name = Strategies.algorithm(strategy);
        if (name != null) {
            used.add(name);
        }
    }

    /** Names of key generators that something uses. */
    Set<String> usedKeyGenerators() {
        Set<String> used = new HashSet<>();
        tables.forEach(table -> add(table.keyGenerateStrategy(), used));
        autoTables.forEach(table -> add(table.keyGenerateStrategy(), used));
        add(before.defaultKeyGenerateStrategy(), used);
        before.keyGenerateStrategies().values().forEach(each -> used.add(each.keyGeneratorName()));
        return used;
    }

    private static void add(@Nullable KeyGenerateConfiguration keys, Set<String> used) {
        if (keys != null) {
            used.add(keys.keyGeneratorName());
        }
    }

    /** Names of auditors that something uses. */
    Set<String> usedAuditors() {
        Set<String> used = new HashSet<>();
        tables.forEach(table -> add(table.auditStrategy(), used));
        autoTables.forEach(table -> add(table.auditStrategy(), used));
        add(before.defaultAuditStrategy(), used);
        return used;
    }

    private static void add(@Nullable AuditConfiguration audit, Set<String> used) {
        if (audit != null) {
            used.addAll(audit.auditorNames());
        }
    }

    /**
     * Puts an algorithm under the name that the peer gives it, or one with a number behind it where something else that
     * is used has that name.
     *
     * @return its name
     */
    static String put(
            Map<String, AlgorithmConfiguration> map,
            Set<String> used,
            String prefix,
            AlgorithmConfiguration algorithm) {
        String wanted = (prefix + "_" + algorithm.type()).toLowerCase(Locale.ROOT);
        String name = wanted;
        for (int i = 2; used.contains(name) && !algorithm.equals(map.get(name)); i++) {
            name = wanted + "_" + i;
        }
        map.put(name, algorithm);
        return name;
    }
}
