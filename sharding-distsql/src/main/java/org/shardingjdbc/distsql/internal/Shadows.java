package org.shardingjdbc.distsql.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.AlgorithmContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShadowSourceContext;
import org.shardingjdbc.distsql.internal.grammar.DistSqlParser.ShadowedTableContext;
import org.shardingjdbc.feature.shadow.ShadowDataSource;
import org.shardingjdbc.feature.shadow.ShadowRuleConfiguration;
import org.shardingjdbc.feature.shadow.ShadowTable;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;

/** The shadow rule while a statement changes it. One per change; not thread-safe. */
final class Shadows {
    private static final ShadowRuleConfiguration NONE = new ShadowRuleConfiguration(Map.of(), Map.of(), null, Map.of());

    private final ShadowRuleConfiguration before;
    private final Entries<ShadowDataSource> sources;
    private final Entries<ShadowTable> tables;
    private @Nullable String byDefault;

    private Shadows(ShadowRuleConfiguration before) {
        this.before = before;
        this.sources = new Entries<>("shadow rule", false, before.dataSources(), Map.of(), each -> List.of());
        this.tables = new Entries<>(
                "shadow table", true, before.tables(), before.shadowAlgorithms(), ShadowTable::shadowAlgorithmNames);
        this.byDefault = before.defaultShadowAlgorithmName();
    }

    /** The rule; an empty one when there is none. */
    static ShadowRuleConfiguration ruleOf(ShardingConfiguration configuration) {
        ShadowRuleConfiguration rule = Configurations.rule(configuration, ShadowRuleConfiguration.class);
        return rule == null ? NONE : rule;
    }

    static UnaryOperator<ShardingConfiguration> edit(Consumer<Shadows> edit) {
        return configuration -> {
            Shadows draft = new Shadows(ruleOf(configuration));
            edit.accept(draft);
            return Configurations.with(configuration, draft.build(), NONE);
        };
    }

    /** Nothing where no data source has a shadow any more. */
    private ShadowRuleConfiguration build() {
        if (sources.map.isEmpty() && byDefault != null) {
            throw SyntaxErrors.wrong(
                    before.dataSources().isEmpty()
                            ? "there is no shadow rule; create one before the default algorithm"
                            : "this is the last shadow rule, and there is a default shadow algorithm; drop that one before");
        }
        return sources.map.isEmpty()
                ? NONE
                : new ShadowRuleConfiguration(
                        sources.map,
                        tables.map,
                        byDefault,
                        tables.algorithms,
                        before.definitions(),
                        before.undecided());
    }

    static UnaryOperator<ShardingConfiguration> put(List<ShadowSourceContext> texts, Entries.Put how) {
        Entries.requireDistinct(texts, text -> text.name(0), "rule");
        texts.forEach(text -> Entries.requireDistinct(text.shadowedTable(), ShadowedTableContext::name, "table"));
        return edit(draft -> {
            for (ShadowSourceContext text : texts) {
                String name = StatementTexts.of(text.name(0));
                draft.sources.put(name, how, old -> {
                    draft.forget(name);
                    text.shadowedTable().forEach(table -> draft.add(name, table));
                    return new ShadowDataSource(StatementTexts.of(text.source), StatementTexts.of(text.shadow));
                });
            }
            draft.tables.dropUnused(draft.byDefault);
        });
    }

    /** Takes a data source out of all tables. */
    private void forget(String source) {
        tables.map.replaceAll((name, table) -> new ShadowTable(
                table.dataSourceNames().stream()
                        .filter(each -> !each.equals(source))
                        .toList(),
                table.shadowAlgorithmNames()));
        tables.map.values().removeIf(table -> table.dataSourceNames().isEmpty());
    }

    /** Adds a data source to a table, and to its algorithms those that it lacks. */
    private void add(String source, ShadowedTableContext text) {
        String table = StatementTexts.of(text.name());
        String key = tables.key(table);
        ShadowTable old = key == null ? null : tables.map.get(key);
        List<String> algorithms = new ArrayList<>(old == null ? List.of() : old.shadowAlgorithmNames());
        for (AlgorithmContext each : text.algorithm()) {
            AlgorithmConfiguration algorithm = StatementTexts.of(each);
            boolean there = algorithms.stream().anyMatch(name -> algorithm.equals(tables.algorithms.get(name)));
            if (!there) {
                algorithms.add(tables.algorithm(source + "_" + table, algorithm));
            }
        }
        List<String> names = new ArrayList<>(old == null ? List.of() : old.dataSourceNames());
        names.add(source);
        tables.map.put(key == null ? table : key, new ShadowTable(names, algorithms));
    }

    void drop(List<String> names, boolean lenient) {
        sources.drop(names, lenient);
        names.forEach(this::forget);
        tables.dropUnused(byDefault);
    }

    void putDefault(AlgorithmConfiguration algorithm, Entries.Put how) {
        if ((byDefault != null) == how.create()) {
            if (!how.lenient()) {
                throw SyntaxErrors.wrong(
                        byDefault == null
                                ? "there is no default shadow algorithm"
                                : "the default shadow algorithm exists already");
            }
            return;
        }
        dropDefault(true);
        byDefault = tables.algorithm("default_shadow", algorithm);
    }

    void dropDefault(boolean lenient) {
        if (byDefault == null && !lenient) {
            throw SyntaxErrors.wrong("there is no default shadow algorithm");
        }
        if (byDefault != null && !tables.used().contains(byDefault)) {
            tables.algorithms.remove(byDefault);
        }
        byDefault = null;
    }

    void dropAlgorithms(List<String> names, boolean lenient) {
        for (String name : names) {
            if (name.equals(byDefault) || tables.used().contains(name)) {
                throw SyntaxErrors.wrong("'" + name + "' is used; drop or alter the rules that use it before");
            }
            if (tables.algorithms.remove(name) == null && !lenient) {
                throw SyntaxErrors.wrong("there is no shadow algorithm " + name);
            }
        }
    }

    /** Of SHOW SHADOW RULES. */
    static List<List<String>> rows(ShardingConfiguration configuration, @Nullable String only) {
        ShadowRuleConfiguration rule = ruleOf(configuration);
        List<List<String>> rows = new ArrayList<>();
        rule.dataSources().forEach((name, source) -> {
            if (only == null || only.equals(name)) {
                List<String> tables = new ArrayList<>();
                rule.tables().forEach((table, each) -> {
                    if (each.dataSourceNames().contains(name)) {
                        tables.add(table);
                    }
                });
                rows.add(List.of(
                        name,
                        source.productionDataSourceName(),
                        source.shadowDataSourceName(),
                        String.join(",", tables)));
            }
        });
        return rows;
    }

    /** Of SHOW SHADOW TABLE RULES. */
    static List<List<String>> tableRows(ShardingConfiguration configuration) {
        List<List<String>> rows = new ArrayList<>();
        ruleOf(configuration)
                .tables()
                .forEach((table, each) -> rows.add(List.of(table, String.join(",", each.shadowAlgorithmNames()))));
        return rows;
    }

    /** Of SHOW SHADOW ALGORITHMS, with whether each is the default; by name. */
    static Map<String, List<String>> algorithmRows(ShardingConfiguration configuration) {
        ShadowRuleConfiguration rule = ruleOf(configuration);
        Map<String, List<String>> rows = new LinkedHashMap<>();
        rule.shadowAlgorithms().forEach((name, algorithm) -> {
            List<String> row = new ArrayList<>(List.of(name));
            row.addAll(TableRows.typeAndProps(algorithm));
            row.add(Boolean.toString(name.equals(rule.defaultShadowAlgorithmName())));
            rows.put(name, row);
        });
        return rows;
    }
}
