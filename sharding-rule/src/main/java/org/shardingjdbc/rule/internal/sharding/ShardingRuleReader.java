package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateStrategyConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.problem.Problems;

/** Reads {@code !SHARDING}. Names are looked up later, by the rule compiler. */
final class ShardingRuleReader {
    private final Problems problems;

    ShardingRuleReader(Problems problems) {
        this.problems = problems;
    }

    ShardingRuleConfiguration read(ConfigurationMap map) {
        ShardingRuleConfiguration.Builder rule = ShardingRuleConfiguration.builder()
                .defaultDatabaseStrategy(strategy(map.map("defaultDatabaseStrategy")))
                .defaultTableStrategy(strategy(map.map("defaultTableStrategy")))
                .defaultKeyGenerateStrategy(keyGenerate(map.map("defaultKeyGenerateStrategy")))
                .defaultAuditStrategy(audit(map.map("defaultAuditStrategy")))
                .defaultShardingColumn(map.text("defaultShardingColumn"));
        each(map, "tables", (name, table) -> rule.table(table(name, table.only(ShardingKeys.TABLE))));
        each(map, "autoTables", (name, table) -> rule.autoTable(autoTable(name, table.only(ShardingKeys.AUTO_TABLE))));
        new BindingTablesReader(problems).read(map).forEach(rule::bindingTables);
        each(map, "keyGenerateStrategies", (name, entry) -> rule.keyGenerateStrategy(name, keyGenerateStrategy(entry)));
        map.algorithms("shardingAlgorithms").forEach(rule::shardingAlgorithm);
        map.algorithms("keyGenerators").forEach(rule::keyGenerator);
        map.algorithms("auditors").forEach(rule::auditor);
        readCache(map.map("shardingCache"));
        return rule.build();
    }

    private static void each(ConfigurationMap map, String key, BiConsumer<String, ConfigurationMap> reader) {
        ConfigurationMap entries = map.map(key);
        if (entries != null) {
            entries.maps(reader);
        }
    }

    private ShardedTableConfiguration table(String name, ConfigurationMap map) {
        checkName(name, map);
        return new ShardedTableConfiguration(
                name,
                map.text("actualDataNodes"),
                strategy(map.map("databaseStrategy")),
                strategy(map.map("tableStrategy")),
                keyGenerate(map.map("keyGenerateStrategy")),
                audit(map.map("auditStrategy")));
    }

    private AutoTableConfiguration autoTable(String name, ConfigurationMap map) {
        checkName(name, map);
        return new AutoTableConfiguration(
                name,
                map.text("actualDataSources"),
                strategy(map.map("shardingStrategy")),
                keyGenerate(map.map("keyGenerateStrategy")),
                audit(map.map("auditStrategy")));
    }

    private void checkName(String name, ConfigurationMap map) {
        String logicTable = map.text("logicTable");
        if (logicTable != null && !logicTable.equals(name)) {
            problems.add(map.path().key("logicTable"), "'logicTable' must be the table's own key '" + name + "'");
        }
    }

    /** Null when it is absent or has a mistake. */
    private @Nullable StrategyConfiguration strategy(@Nullable ConfigurationMap map) {
        if (map == null) {
            return null;
        }
        List<String> kinds = new ArrayList<>(map.keys());
        kinds.retainAll(ShardingKeys.STRATEGY);
        if (kinds.isEmpty() && !map.has("shardingAlgorithmName") && !map.keys().isEmpty()) {
            // a misspelt kind is told as such
            map.only(ShardingKeys.STRATEGY);
            return null;
        }
        if (kinds.size() != 1) {
            boolean bare = kinds.isEmpty() && map.has("shardingAlgorithmName");
            problems.addAtKey(
                    map.path(),
                    "a strategy is exactly one of standard, complex, hint, none"
                            + (bare
                                    ? "; write it as standard: {shardingColumn: ..., shardingAlgorithmName: ...}"
                                    : ""));
            return null;
        }
        map.only(ShardingKeys.STRATEGY);
        String kind = kinds.get(0);
        if (kind.equals("none")) {
            return StrategyConfiguration.none();
        }
        ConfigurationMap entry = map.map(kind);
        if (entry == null) {
            if (!map.has(kind)) {
                problems.addAtKey(map.path().key(kind), "strategy '" + kind + "' is empty");
            }
            return null;
        }
        return switch (kind) {
            case "standard" ->
                new StrategyConfiguration.Standard(
                        entry.only(ShardingKeys.STANDARD).text("shardingColumn"),
                        entry.requiredText("shardingAlgorithmName"),
                        entry.text("nullPlacement"));
            case "complex" ->
                new StrategyConfiguration.Complex(
                        columns(entry.only(ShardingKeys.COMPLEX)), entry.requiredText("shardingAlgorithmName"));
            default ->
                new StrategyConfiguration.Hint(entry.only(ShardingKeys.HINT).requiredText("shardingAlgorithmName"));
        };
    }

    private static List<String> columns(ConfigurationMap map) {
        List<String> columns = new ArrayList<>();
        map.textList("shardingColumns").forEach(text -> columns.addAll(names(text)));
        return columns;
    }

    private static @Nullable KeyGenerateConfiguration keyGenerate(@Nullable ConfigurationMap map) {
        if (map == null) {
            return null;
        }
        map.only(ShardingKeys.KEY_GENERATE);
        return new KeyGenerateConfiguration(map.requiredText("column"), map.requiredText("keyGeneratorName"));
    }

    private static KeyGenerateStrategyConfiguration keyGenerateStrategy(ConfigurationMap map) {
        map.only(ShardingKeys.KEY_GENERATE_STRATEGY);
        return new KeyGenerateStrategyConfiguration(
                map.requiredText("keyGenerateType"),
                map.requiredText("keyGeneratorName"),
                map.text("logicTable"),
                map.text("keyGenerateColumn"),
                map.text("keyGenerateSequence"));
    }

    private static @Nullable AuditConfiguration audit(@Nullable ConfigurationMap map) {
        if (map == null) {
            return null;
        }
        map.only(ShardingKeys.AUDIT);
        return new AuditConfiguration(map.textList("auditorNames"), map.flag("allowHintDisable", true));
    }

    private static void readCache(@Nullable ConfigurationMap cache) {
        if (cache != null) {
            cache.only(ShardingKeys.SHARDING_CACHE);
            cache.needless("shardingCache is not read: routes are part of the plans, see the prop plan-cache-size");
        }
    }

    /** What stands between commas. */
    static List<String> names(String text) {
        return Arrays.stream(text.split(","))
                .map(String::trim)
                .filter(name -> !name.isEmpty())
                .toList();
    }
}
