package org.shardingjdbc.rule.internal.sharding;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.convert.AlgorithmConversion;
import org.shardingjdbc.rule.convert.AlgorithmTypes;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.convert.SpringPlaceholders;
import org.shardingjdbc.rule.convert.Verdicts;

/** Converts {@code shardingRule} of 4.x, {@code !SHARDING} of 5.x and what Spring's starters had in their place. */
final class ShardingConversion {
    static final RuleConversion PART = new RuleConversion(
            Set.of("!SHARDING", "shardingRule", "spring.shardingsphere.sharding"),
            (name, rule, draft) -> new ShardingConversion(draft).convert(rule));

    private static final AlgorithmTypes SHARDING =
            new AlgorithmTypes(
                    Set.of(
                            "MOD",
                            "HASH_MOD",
                            "VOLUME_RANGE",
                            "BOUNDARY_RANGE",
                            "AUTO_INTERVAL",
                            "INLINE",
                            "INTERVAL",
                            "COMPLEX_INLINE",
                            "HINT_INLINE",
                            "CLASS_BASED"),
                    Map.of("STANDARD_INLINE", "INLINE"),
                    "use MOD, HASH_MOD, INTERVAL or CLASS_BASED in its place; rows must lie where they do") {
                @Override
                protected void complete(ForeignItem type, String written, ConvertedMap props, ConversionDraft draft) {
                    if (written.equals("INLINE") && draft.rangesOfInline() != null) {
                        props.put("allow-range-query-with-inline-sharding", draft.rangesOfInline());
                    }
                }
            };

    private static final AlgorithmTypes KEY = new KeyTypes();

    private static final AlgorithmTypes AUDIT =
            new AlgorithmTypes(Set.of("DML_SHARDING_CONDITIONS"), Map.of(), "write an AuditorFactory of this library");

    private static final String NO_SCALING = "data are not moved by this library";

    private final ConversionDraft draft;
    private final Verdicts verdicts;
    private final AlgorithmConversion algorithms;
    private final ConvertedMap rule;
    private final StrategyConversion strategies;
    private int unnamedKeys;

    ShardingConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
        this.algorithms = new AlgorithmConversion(draft);
        this.rule = draft.rule("SHARDING");
        this.strategies = new StrategyConversion(draft, rule);
    }

    /** Generators of keys, of which one is told who it is. */
    private static final class KeyTypes extends AlgorithmTypes {
        private static final String WORKER_ID = "worker-id";

        KeyTypes() {
            super(
                    Set.of("SNOWFLAKE", "UUID", "NANOID"),
                    Map.of(),
                    "use SNOWFLAKE, UUID or NANOID, or a KeyGeneratorFactory");
        }

        @Override
        protected boolean property(
                String type, String key, ForeignItem value, ConvertedMap props, ConversionDraft draft) {
            if (!type.equalsIgnoreCase("SNOWFLAKE") || !key.equals(WORKER_ID)) {
                return false;
            }
            if (value.text().startsWith("${")) {
                draft.verdicts().changed(value, "is a placeholder of this library");
                props.put(key, SpringPlaceholders.converted(value.text()));
                return true;
            }
            if (draft.isCluster() && !value.text().startsWith("$${")) {
                draft.verdicts().dropped(value, "is of no account in a cluster, where each instance leases an id");
                return true;
            }
            return false;
        }

        @Override
        protected void complete(ForeignItem type, String written, ConvertedMap props, ConversionDraft draft) {
            if (written.equals("SNOWFLAKE") && !props.has(WORKER_ID)) {
                draft.verdicts()
                        .taken(
                                type,
                                "without worker-id an id is leased from the "
                                        + (draft.document().has("mode") ? "registry" : "table sharding_jdbc_worker")
                                        + ", where ShardingSphere takes 0");
            }
        }
    }

    void convert(ForeignItem map) {
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        entries(keys.item("tables"), (name, table) -> rule.map("tables").put(name, table(name, table)));
        entries(keys.item("autoTables"), (name, table) -> rule.map("autoTables").put(name, table(name, table)));
        bindingTables(keys.item("bindingTables"));
        broadcastTables(keys.item("broadcastTables"));
        rule.put(
                "defaultDatabaseStrategy",
                strategies.convert(keys.item("defaultDatabaseStrategy"), "default_database"));
        rule.put("defaultTableStrategy", strategies.convert(keys.item("defaultTableStrategy"), "default_table"));
        keys.copy("defaultShardingColumn", rule);
        keyGenerator(keys.item("defaultKeyGenerator"), "default_key", "defaultKeyGenerateStrategy", rule);
        keys.copy("defaultKeyGenerateStrategy", rule);
        audit(keys.item("defaultAuditStrategy"), "defaultAuditStrategy", rule);
        keyGenerateStrategies(keys.item("keyGenerateStrategies"));
        algorithms.convert(keys.item("shardingAlgorithms"), SHARDING, "shardingAlgorithms", rule);
        algorithms.convert(keys.item("keyGenerators"), KEY, "keyGenerators", rule);
        algorithms.convert(keys.item("auditors"), AUDIT, "auditors", rule);
        keys.drop("shardingCache", "routes are part of the plans, which are kept anyway");
        keys.drop("scalingName", NO_SCALING);
        keys.drop("scaling", NO_SCALING);
        defaultDataSource(keys.item("defaultDataSourceName"));
        ruleOfItsOwn("masterSlaveRules", keys.item("masterSlaveRules"));
        ruleOfItsOwn("encryptRule", keys.item("encryptRule"));
        keys.end();
    }

    private void ruleOfItsOwn(String name, @Nullable ForeignItem part) {
        if (part != null && !draft.convert("shardingRule." + name, part)) {
            verdicts.notYet(part, "its rule is not on the class path", "add the jar sharding-feature");
        }
    }

    private interface Entry {
        void convert(String name, ForeignItem value);
    }

    private static void entries(@Nullable ForeignItem map, Entry entry) {
        if (map != null) {
            map.entries().forEach(entry::convert);
        }
    }

    private ConvertedMap table(String name, ForeignItem map) {
        ConvertedMap table = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(map, verdicts);
        logicTable(keys.item("logicTable"), name);
        keys.copy("actualDataNodes", table);
        keys.copy("actualDataSources", table);
        table.put("databaseStrategy", strategies.convert(keys.item("databaseStrategy"), name + "_database"));
        table.put("tableStrategy", strategies.convert(keys.item("tableStrategy"), name + "_table"));
        table.put("shardingStrategy", strategies.convert(keys.item("shardingStrategy"), name));
        keyGenerator(keys.item("keyGenerator"), name + "_key", "keyGenerateStrategy", table);
        keys.copy("keyGenerateStrategy", table);
        audit(keys.item("auditStrategy"), "auditStrategy", table);
        keys.end();
        if (table.get("keyGenerateStrategy") instanceof ForeignItem strategy) {
            table.put("keyGenerateStrategy", keyGenerateStrategy(strategy));
        }
        return table;
    }

    private void logicTable(@Nullable ForeignItem item, String name) {
        if (item == null) {
            return;
        }
        if (item.text().equals(name)) {
            verdicts.dropped(item, "repeats the name of the table");
        } else {
            verdicts.notYet(
                    item, "is another name than that of the table's own key", "name the entry as the logic table");
        }
    }

    /** The same in this library's notation: Spring writes it with hyphens. */
    private ConvertedMap keyGenerateStrategy(ForeignItem item) {
        ConvertedMap strategy = new ConvertedMap();
        ForeignKeys keys = new ForeignKeys(item, verdicts);
        keys.copy("column", strategy);
        keys.copy("keyGeneratorName", strategy);
        keys.end();
        return strategy;
    }

    private void keyGenerator(@Nullable ForeignItem generator, String name, String key, ConvertedMap to) {
        if (generator == null) {
            return;
        }
        ForeignItem column = generator.get("column");
        if (column == null) {
            verdicts.notYet(generator, "names no column, without which no key is made", "name the column");
            return;
        }
        String named = rule.map("keyGenerators").has(name) ? name + "_" + ++unnamedKeys : name;
        verdicts.changed(column, "its generator is " + named + " under keyGenerators");
        ConvertedMap entry = algorithms.convert(generator, KEY);
        if (!entry.has("type")) {
            entry.put("type", "SNOWFLAKE");
        }
        rule.map("keyGenerators").put(named, entry);
        to.put(key, new ConvertedMap().put("column", column).put("keyGeneratorName", named));
    }

    private void keyGenerateStrategies(@Nullable ForeignItem strategies) {
        entries(strategies, (name, entry) -> {
            String type = entry.textOf("keyGenerateType");
            if ("sequence".equalsIgnoreCase(type)) {
                verdicts.notYet(entry, "keys for a sequence are not made", "use a sequence of one database, or UUID");
            } else {
                verdicts.taken(entry);
                rule.map("keyGenerateStrategies").put(name, entry);
            }
        });
    }

    private void audit(@Nullable ForeignItem audit, String key, ConvertedMap to) {
        if (audit != null) {
            ConvertedMap strategy = new ConvertedMap();
            ForeignKeys keys = new ForeignKeys(audit, verdicts);
            keys.copyList("auditorNames", strategy);
            keys.copy("allowHintDisable", strategy);
            keys.end();
            to.put(key, strategy);
        }
    }

    private void bindingTables(@Nullable ForeignItem groups) {
        if (groups != null) {
            verdicts.taken(groups, "");
            rule.put("bindingTables", groups.is(ForeignItem.Kind.LIST) ? groups : List.of(groups.text()));
        }
    }

    private void broadcastTables(@Nullable ForeignItem tables) {
        if (tables != null) {
            draft.old();
            verdicts.changed(tables, "are tables of the rule !BROADCAST");
            tables.texts().forEach(table -> draft.rule("BROADCAST").add("tables", table));
        }
    }

    private void defaultDataSource(@Nullable ForeignItem name) {
        if (name != null && name.is(ForeignItem.Kind.TEXT)) {
            verdicts.changed(name, "is defaultDataSource of the rule !SINGLE, where tables without a rule are");
            ConvertedMap single = draft.rule("SINGLE");
            single.add("tables", name.text() + ".*");
            single.put("defaultDataSource", name.text());
        }
    }
}
