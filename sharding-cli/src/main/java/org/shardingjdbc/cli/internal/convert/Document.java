package org.shardingjdbc.cli.internal.convert;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.internal.foreign.IgnoredKeys;
import org.shardingjdbc.rule.convert.ConversionDraft;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignItem;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.Verdicts;

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

    private static final String SPRING = "spring.shardingsphere.";

    private final ConversionDraft draft;
    private final Verdicts verdicts;

    Document(ConversionDraft draft) {
        this.draft = draft;
        this.verdicts = draft.verdicts();
    }

    /** Converts a YAML whose root has ShardingSphere's keys. */
    void convert(ForeignItem root) {
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
    private static void complete(ForeignItem dataSource, ForeignItem common) {
        common.entries().forEach((key, value) -> {
            if (dataSource.get(key) == null) {
                dataSource.put(key, value);
            }
        });
    }

    /** Converts what stands below {@code spring.shardingsphere}. */
    void ofSpring(ForeignItem root) {
        draft.old();
        ForeignItem props = root.get("props");
        if (props != null) {
            new Props(draft).readAhead(props);
        }
        root.entries().forEach((key, value) -> {
            String plain = key.replace("-", "").toLowerCase(Locale.ROOT);
            if (draft.converts(SPRING + plain)) {
                rulesStandHere();
                draft.convert(SPRING + plain, value);
            } else {
                keyOfSpring(plain, key, value);
            }
        });
        finish(root.get("datasource"));
    }

    private void keyOfSpring(String plain, String key, ForeignItem value) {
        switch (plain) {
            case "datasource" -> new DataSources(draft).ofSpring(value);
            case "rules" -> {
                rulesStandHere();
                rulesOfSpring(value);
            }
            case "enabled" -> verdicts.dropped(value, "the data source is there where it is opened");
            case "database", "schema" -> nameOfSpring(value);
            default -> key(key, value);
        }
    }

    private void nameOfSpring(ForeignItem value) {
        ForeignItem name = value.get("name");
        if (name != null) {
            verdicts.changed(name, "is written as databaseName");
            draft.document().put("databaseName", name);
        }
    }

    private void key(String key, ForeignItem value) {
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
            case "rules" -> rules(value);
            case "props" -> new Props(draft).convert(value);
            case "mode" -> new Mode(draft).convert(value);
            case "transaction" -> transaction(value);
            case "orchestration", "governance" ->
                verdicts.notYet(value, "is the registry of 4.x and 5.0", "write it as mode; see docs/governance.md");
            case "sqlParser" -> verdicts.dropped(value, Objects.requireNonNull(IgnoredKeys.rule("SQL_PARSER")));
            case "sqlFederation" -> federation(value);
            case "sqlTranslator" -> translator(value);
            default -> {
                if (!draft.convert(key, value)) {
                    other(key, value);
                }
            }
        }
    }

    private void rulesStandHere() {
        draft.document().put("rules", List.of());
    }

    private void other(String key, ForeignItem value) {
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

    private void oneDataSource(ForeignItem value) {
        verdicts.changed(value, "is dataSources.ds_0");
        ForeignItem sources = ForeignItem.map(value.path(), value.line(), value.column(), "");
        sources.put("ds_0", value);
        new DataSources(draft).convert(sources);
    }

    private void transaction(ForeignItem item) {
        ConvertedMap transaction = draft.document().map("transaction");
        ForeignKeys keys = new ForeignKeys(item, verdicts);
        keys.copy("defaultType", transaction);
        provider(keys.item("providerType"), item.textOf("defaultType"), transaction);
        keys.copy("props", transaction);
        keys.end();
    }

    private void provider(@Nullable ForeignItem provider, @Nullable String type, ConvertedMap transaction) {
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

    private void federation(ForeignItem item) {
        String why = Objects.requireNonNull(IgnoredKeys.rule("SQL_FEDERATION"));
        if ("true".equalsIgnoreCase(item.textOf("sqlFederationEnabled"))) {
            verdicts.changed(item, why, "see pulling-enabled in docs/configuration.md");
        } else {
            verdicts.dropped(item, why);
        }
    }

    private void translator(ForeignItem item) {
        String type = item.textOf("type");
        if (type == null || type.equalsIgnoreCase("Native")) {
            verdicts.dropped(item, "Native translates nothing");
        } else {
            verdicts.notYet(item, "SQL is not translated", "write the SQL of the databases");
        }
    }

    private void rules(ForeignItem rules) {
        List<ForeignItem> discoveries = rules.elements().stream()
                .filter(each -> each.tag().equals("DB_DISCOVERY"))
                .toList();
        discoveries.forEach(this::discovery);
        rules.elements().forEach(rule -> rule(rule.tag(), rule));
        discoveries.forEach(this::tellUnused);
    }

    private void rulesOfSpring(ForeignItem rules) {
        ForeignItem discovery = rules.get("databaseDiscovery");
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
    private void tellUnused(ForeignItem discovery) {
        ForeignItem groups = discovery.get("dataSources");
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

    private void rule(String tag, ForeignItem rule) {
        switch (tag) {
            case "TRANSACTION" -> {
                transaction(rule);
                verdicts.changed(rule, "is the key transaction beside rules");
            }
            case "SQL_TRANSLATOR" -> translator(rule);
            case "DB_DISCOVERY" -> draft.old();
            default -> {
                if (!draft.convert("!" + tag, rule)) {
                    unknownRule(tag, rule);
                }
            }
        }
    }

    private void unknownRule(String tag, ForeignItem rule) {
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

    private void discovery(ForeignItem rule) {
        verdicts.changed(
                rule,
                "who is primary is not discovered: !READWRITE_SPLITTING names it, and failover: follow goes with it",
                "name the primary as writeDataSourceName");
        ForeignItem groups = rule.get("dataSources");
        if (groups != null) {
            for (Map.Entry<String, ForeignItem> group : groups.entries().entrySet()) {
                ForeignItem names = group.getValue().get("dataSourceNames");
                draft.discovered().put(group.getKey(), names == null ? List.of() : names.texts());
            }
        }
    }

    /**
     * Older versions find tables without a rule by themselves.
     *
     * @param sources the input's data sources, of which that is told; null for none
     */
    private void finish(@Nullable ForeignItem sources) {
        ConvertedMap single = draft.rule("SINGLE");
        if (draft.isOld() && single.isEmpty()) {
            single.add("tables", "*.*");
            if (sources != null && !verdicts.has(sources)) {
                verdicts.taken(
                        sources,
                        "get the rule !SINGLE with *.*, since versions before 5.4 find tables without a rule in all of"
                                + " them");
            }
        }
        List<ConvertedMap> rules = draft.rules();
        if (!rules.isEmpty()) {
            draft.document().put("rules", rules);
        } else {
            draft.document().entries().remove("rules");
        }
    }
}
