package org.shardingjdbc.cli.internal.convert;

import java.util.List;

/** Converts {@code shardingRule} of 4.x, {@code !SHARDING} of 5.x and what Spring's starters had in their place. */
final class ShardingConversion {
    private static final String NO_SCALING = "data are not moved by this library";

    private final ConversionDraft draft;
    private final Verdicts verdicts;
    private final AlgorithmConversion algorithms;
    private final Result rule;
    private final StrategyConversion strategies;
    private int unnamedKeys;

    ShardingConversion(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
        this.algorithms = new AlgorithmConversion(draft);
        this.rule = draft.rule("SHARDING");
        this.strategies = new StrategyConversion(draft, rule);
    }

    void convert(Item map) {
        Keys keys = new Keys(map, verdicts);
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
        algorithms.convert(keys.item("shardingAlgorithms"), AlgorithmKind.SHARDING, "shardingAlgorithms", rule);
        algorithms.convert(keys.item("keyGenerators"), AlgorithmKind.KEY, "keyGenerators", rule);
        algorithms.convert(keys.item("auditors"), AlgorithmKind.AUDIT, "auditors", rule);
        keys.drop("shardingCache", "routes are part of the plans, which are kept anyway");
        keys.drop("scalingName", NO_SCALING);
        keys.drop("scaling", NO_SCALING);
        defaultDataSource(keys.item("defaultDataSourceName"));
        new ReadwriteConversion(draft).groupsOf4(keys.item("masterSlaveRules"));
        if (keys.item("encryptRule") != null) {
            new EncryptConversion(draft).convert(keys.item("encryptRule"));
        }
        keys.end();
    }

    private interface Entry {
        void convert(String name, Item value);
    }

    private static void entries(Item map, Entry entry) {
        if (map != null) {
            map.entries().forEach(entry::convert);
        }
    }

    private Result table(String name, Item map) {
        Result table = new Result();
        Keys keys = new Keys(map, verdicts);
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
        if (table.get("keyGenerateStrategy") instanceof Item strategy) {
            table.put("keyGenerateStrategy", keyGenerateStrategy(strategy));
        }
        return table;
    }

    private void logicTable(Item item, String name) {
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
    private Result keyGenerateStrategy(Item item) {
        Result strategy = new Result();
        Keys keys = new Keys(item, verdicts);
        keys.copy("column", strategy);
        keys.copy("keyGeneratorName", strategy);
        keys.end();
        return strategy;
    }

    private void keyGenerator(Item generator, String name, String key, Result to) {
        if (generator == null) {
            return;
        }
        Item column = generator.get("column");
        if (column == null) {
            verdicts.notYet(generator, "names no column, without which no key is made", "name the column");
            return;
        }
        String named = rule.map("keyGenerators").has(name) ? name + "_" + ++unnamedKeys : name;
        verdicts.changed(column, "its generator is " + named + " under keyGenerators");
        Result entry = algorithms.convert(generator, AlgorithmKind.KEY);
        if (!entry.has("type")) {
            entry.put("type", "SNOWFLAKE");
        }
        rule.map("keyGenerators").put(named, entry);
        to.put(key, new Result().put("column", column).put("keyGeneratorName", named));
    }

    private void keyGenerateStrategies(Item strategies) {
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

    private void audit(Item audit, String key, Result to) {
        if (audit != null) {
            Result strategy = new Result();
            Keys keys = new Keys(audit, verdicts);
            keys.copyList("auditorNames", strategy);
            keys.copy("allowHintDisable", strategy);
            keys.end();
            to.put(key, strategy);
        }
    }

    private void bindingTables(Item groups) {
        if (groups != null) {
            verdicts.taken(groups, "");
            rule.put("bindingTables", groups.is(Item.Kind.LIST) ? groups : List.of(groups.text()));
        }
    }

    private void broadcastTables(Item tables) {
        if (tables != null) {
            draft.old();
            verdicts.changed(tables, "are tables of the rule !BROADCAST");
            tables.texts().forEach(table -> draft.rule("BROADCAST").add("tables", table));
        }
    }

    private void defaultDataSource(Item name) {
        if (name != null && name.is(Item.Kind.TEXT)) {
            verdicts.changed(name, "is defaultDataSource of the rule !SINGLE, where tables without a rule are");
            Result single = draft.rule(ConversionDraft.SINGLE);
            single.add("tables", name.text() + ".*");
            single.put("defaultDataSource", name.text());
        }
    }
}
