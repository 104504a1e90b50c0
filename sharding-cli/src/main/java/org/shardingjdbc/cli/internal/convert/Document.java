package org.shardingjdbc.cli.internal.convert;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.jdbc.internal.foreign.IgnoredKeys;

/** Converts a whole document, of 4.x or 5.x. One per input. */
final class Document {
    private static final Set<String> OLD_ROOTS = Set.of(
            "shardingRule",
            "masterSlaveRule",
            "encryptRule",
            "shadowRule",
            "schemaName",
            "dataSource",
            "dataSourceCommon");

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    Document(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    /** Converts a YAML whose root has ShardingSphere's keys. */
    void convert(Item root) {
        if (OLD_ROOTS.stream().anyMatch(root.entries()::containsKey)) {
            draft.old();
        }
        if (root.get("props") != null) {
            new Props(draft).readAhead(root.get("props"));
        }
        if (root.get("dataSourceCommon") != null && root.get("dataSources") != null) {
            root.get("dataSources").entries().values().forEach(each -> complete(each, root.get("dataSourceCommon")));
        }
        root.entries().forEach(this::key);
        finish(root.get("dataSources"));
    }

    /** Gives a data source what it has in common with the others, unless it says otherwise. */
    private static void complete(Item dataSource, Item common) {
        common.entries().forEach((key, value) -> {
            if (dataSource.get(key) == null) {
                dataSource.put(key, value);
            }
        });
    }

    /** Converts what stands below {@code spring.shardingsphere}. */
    void ofSpring(Item root) {
        draft.old();
        Item props = root.get("props");
        if (props != null) {
            new Props(draft).readAhead(props);
        }
        root.entries().forEach((key, value) -> {
            if (List.of("sharding", "masterslave", "encrypt", "shadow", "rules").contains(key)) {
                rulesStandHere();
            }
            switch (key.replace("-", "").toLowerCase(Locale.ROOT)) {
                case "datasource" -> new DataSources(draft).ofSpring(value);
                case "sharding" -> new ShardingConversion(draft).convert(value);
                case "masterslave" -> new ReadwriteConversion(draft).ruleOf4(value);
                case "encrypt" -> new EncryptConversion(draft).convert(value);
                case "shadow" -> new FurtherRuleConversion(draft).shadow(value);
                case "rules" -> rulesOfSpring(value);
                case "enabled" -> verdicts.dropped(value, "the data source is there where it is opened");
                case "database", "schema" -> nameOfSpring(value);
                default -> key(key, value);
            }
        });
        finish(root.get("datasource"));
    }

    private void nameOfSpring(Item value) {
        Item name = value.get("name");
        if (name != null) {
            verdicts.changed(name, "is written as databaseName");
            draft.document().put("databaseName", name);
        }
    }

    private void key(String key, Item value) {
        if (key.equals("rules") || key.endsWith("Rule")) {
            rulesStandHere();
        }
        switch (key) {
            case "databaseName" -> {
                verdicts.taken(value);
                draft.document().put(key, value);
            }
            case "schemaName" -> {
                verdicts.changed(value, "is written as databaseName");
                draft.document().put("databaseName", value);
            }
            case "dataSourceCommon" -> verdicts.changed(value, "is written in each data source");
            case "dataSources" -> new DataSources(draft).convert(value);
            case "dataSource" -> oneDataSource(value);
            case "shardingRule" -> new ShardingConversion(draft).convert(value);
            case "masterSlaveRule" -> new ReadwriteConversion(draft).ruleOf4(value);
            case "encryptRule" -> new EncryptConversion(draft).convert(value);
            case "shadowRule" -> new FurtherRuleConversion(draft).shadow(value);
            case "rules" -> rules(value);
            case "props" -> new Props(draft).convert(value);
            case "mode" -> new Mode(draft).convert(value);
            case "transaction" -> transaction(value);
            case "orchestration", "governance" ->
                verdicts.notYet(value, "is the registry of 4.x and 5.0", "write it as mode; see docs/governance.md");
            case "sqlParser" -> verdicts.dropped(value, IgnoredKeys.rule("SQL_PARSER"));
            case "sqlFederation" -> federation(value);
            case "sqlTranslator" -> translator(value);
            default -> other(key, value);
        }
    }

    private void rulesStandHere() {
        draft.document().put("rules", List.of());
    }

    private void other(String key, Item value) {
        String reason = IgnoredKeys.root(key);
        if (reason != null) {
            verdicts.dropped(value, reason);
        } else if (value.isLeaf()
                || !value.entries().isEmpty()
                || !value.elements().isEmpty()) {
            verdicts.notYet(
                    value,
                    "'" + key + "' is no key that is known here",
                    "look whether it is misspelt, or leave it out");
        }
    }

    private void oneDataSource(Item value) {
        verdicts.changed(value, "is dataSources.ds_0");
        Item sources = Item.map(value.path(), value.line(), value.column(), "");
        sources.put("ds_0", value);
        new DataSources(draft).convert(sources);
    }

    private void transaction(Item item) {
        Result transaction = draft.document().map("transaction");
        Keys keys = new Keys(item, verdicts);
        keys.copy("defaultType", transaction);
        provider(keys.item("providerType"), item.textOf("defaultType"), transaction);
        keys.copy("props", transaction);
        keys.end();
    }

    private void provider(Item provider, String type, Result transaction) {
        if (provider == null) {
            return;
        }
        if (type == null || type.equalsIgnoreCase("LOCAL")) {
            verdicts.dropped(provider, "transactions of type LOCAL have no coordinator");
            return;
        }
        String named = Props.provider(provider.text());
        if (named.equals(provider.text())) {
            verdicts.taken(provider);
        } else {
            verdicts.changed(provider, "is " + named + ", which is kept");
        }
        transaction.put("providerType", named);
    }

    private void federation(Item item) {
        if ("true".equalsIgnoreCase(item.textOf("sqlFederationEnabled"))) {
            verdicts.changed(item, IgnoredKeys.rule("SQL_FEDERATION"), "see pulling-enabled in docs/configuration.md");
        } else {
            verdicts.dropped(item, IgnoredKeys.rule("SQL_FEDERATION"));
        }
    }

    private void translator(Item item) {
        String type = item.textOf("type");
        if (type == null || type.equalsIgnoreCase("Native")) {
            verdicts.dropped(item, "Native translates nothing");
        } else {
            verdicts.notYet(item, "SQL is not translated", "write the SQL of the databases");
        }
    }

    private void rules(Item rules) {
        List<Item> discoveries = rules.elements().stream()
                .filter(each -> each.tag().equals("DB_DISCOVERY"))
                .toList();
        discoveries.forEach(this::discovery);
        rules.elements().forEach(rule -> rule(rule.tag(), rule));
        discoveries.forEach(this::tellUnused);
    }

    private void rulesOfSpring(Item rules) {
        Item discovery = rules.get("databaseDiscovery");
        if (discovery != null) {
            discovery(discovery);
        }
        rules.entries().forEach((name, rule) -> {
            String tag = name.replace('-', '_').toUpperCase(Locale.ROOT);
            if (rule != discovery) {
                rule(tag, rule);
            }
        });
        if (discovery != null) {
            tellUnused(discovery);
        }
    }

    /** A group without replicas that are read stands for its primary, whichever that is. */
    private void tellUnused(Item discovery) {
        Item groups = discovery.get("dataSources");
        if (groups != null) {
            groups.entries().forEach((name, group) -> {
                if (!draft.followed().contains(name)) {
                    verdicts.notYet(
                            group,
                            "who is primary of " + name + " is not discovered, and no group of replicas uses it",
                            "write !READWRITE_SPLITTING with a group of this name, which names the primary");
                }
            });
        }
    }

    private void rule(String tag, Item rule) {
        switch (tag) {
            case "SHARDING" -> new ShardingConversion(draft).convert(rule);
            case "READWRITE_SPLITTING" -> new ReadwriteConversion(draft).convert(rule);
            case "REPLICA_QUERY" -> {
                draft.old();
                verdicts.changed(rule, "is written as !READWRITE_SPLITTING");
                new ReadwriteConversion(draft).convert(rule);
            }
            case "ENCRYPT" -> new EncryptConversion(draft).convert(rule);
            case "MASK" -> new FurtherRuleConversion(draft).mask(rule);
            case "SHADOW" -> new FurtherRuleConversion(draft).shadow(rule);
            case "BROADCAST" -> new FurtherRuleConversion(draft).broadcast(rule);
            case "SINGLE" -> new FurtherRuleConversion(draft).single(rule);
            case "TRANSACTION" -> {
                transaction(rule);
                verdicts.changed(rule, "is the key transaction beside rules");
            }
            case "SQL_TRANSLATOR" -> translator(rule);
            case "DB_DISCOVERY" -> draft.old();
            default -> unknownRule(tag, rule);
        }
    }

    private void unknownRule(String tag, Item rule) {
        String reason = IgnoredKeys.rule(tag);
        if (reason != null) {
            verdicts.dropped(rule, reason);
        } else if (tag.isEmpty()) {
            verdicts.notYet(rule, "a rule begins with its tag", "write its tag, such as !SHARDING");
        } else {
            verdicts.notYet(
                    rule, "there is no rule !" + tag, "leave it out, or see docs/rules.md for rules of your own");
        }
    }

    private void discovery(Item rule) {
        verdicts.changed(
                rule,
                "who is primary is not discovered: !READWRITE_SPLITTING names it, and failover: follow goes with it",
                "name the primary as writeDataSourceName");
        Item groups = rule.get("dataSources");
        if (groups != null) {
            for (Map.Entry<String, Item> group : groups.entries().entrySet()) {
                Item names = group.getValue().get("dataSourceNames");
                draft.discovered().put(group.getKey(), names == null ? List.of() : names.texts());
            }
        }
    }

    /**
     * Older versions find tables without a rule by themselves.
     *
     * @param sources the input's data sources, of which that is told; null for none
     */
    private void finish(Item sources) {
        Result single = draft.rule(ConversionDraft.SINGLE);
        if (draft.isOld() && single.isEmpty()) {
            single.add("tables", "*.*");
            if (sources != null && !verdicts.has(sources)) {
                verdicts.taken(
                        sources,
                        "get the rule !SINGLE with *.*, since versions before 5.4 find tables without a rule in all of"
                                + " them");
            }
        }
        List<Result> rules = draft.rules();
        if (!rules.isEmpty()) {
            draft.document().put("rules", rules);
        } else {
            draft.document().entries().remove("rules");
        }
    }
}
