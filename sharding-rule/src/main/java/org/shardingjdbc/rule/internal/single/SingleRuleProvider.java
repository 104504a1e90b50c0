package org.shardingjdbc.rule.internal.single;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleOrder;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.RuleStage;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.convert.ConvertedMap;
import org.shardingjdbc.rule.convert.ForeignKeys;
import org.shardingjdbc.rule.convert.RuleConversion;
import org.shardingjdbc.rule.document.ConfigurationMap;
import org.shardingjdbc.rule.document.ConfigurationText;
import org.shardingjdbc.rule.internal.single.SingleRule.SinglePattern;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.problem.ConfigPath;

/** {@code !SINGLE}: tables that are on exactly one data source, those that are named and those that are found. */
public final class SingleRuleProvider implements RuleProvider<SingleRuleConfiguration> {
    private static final String TABLES = "tables";
    private static final String DEFAULT_DATA_SOURCE = "defaultDataSource";
    private static final List<String> KEYS = List.of(TABLES, DEFAULT_DATA_SOURCE);

    @Override
    public String tag() {
        return "SINGLE";
    }

    @Override
    public Class<SingleRuleConfiguration> configurationType() {
        return SingleRuleConfiguration.class;
    }

    @Override
    public RuleConversion conversion() {
        return new RuleConversion(Set.of("!SINGLE"), (name, rule, draft) -> {
            ConvertedMap single = draft.rule("SINGLE");
            ForeignKeys keys = new ForeignKeys(rule, draft.verdicts());
            keys.copyList("tables", single);
            keys.copy("defaultDataSource", single);
            keys.end();
        });
    }

    @Override
    public RuleOrder order() {
        return RuleOrder.in(RuleStage.PLACES);
    }

    @Override
    public ConfigurationText write(SingleRuleConfiguration configuration) {
        return new ConfigurationText()
                .texts(TABLES, configuration.tables())
                .text(DEFAULT_DATA_SOURCE, configuration.defaultDataSource());
    }

    @Override
    public SingleRuleConfiguration read(ConfigurationMap map) {
        return new SingleRuleConfiguration(map.only(KEYS).textList(TABLES), map.text(DEFAULT_DATA_SOURCE));
    }

    @Override
    public Rule compile(SingleRuleConfiguration configuration, RuleSetup setup) {
        String name = configuration.defaultDataSource();
        int defaultDataSource = name == null || name.isBlank()
                ? -1
                : setup.dataSource(name.trim(), setup.path().key(DEFAULT_DATA_SOURCE));
        List<SinglePattern> patterns = new ArrayList<>();
        for (int i = 0; i < configuration.tables().size(); i++) {
            for (String entry : configuration.tables().get(i).split(",")) {
                if (!entry.isBlank()) {
                    compileEntry(entry.trim(), setup.path().key(TABLES).index(i), setup, patterns);
                }
            }
        }
        return new SingleRule(patterns, defaultDataSource);
    }

    private static void compileEntry(String entry, ConfigPath at, RuleSetup setup, List<SinglePattern> patterns) {
        String[] parts = entry.split("\\.", -1);
        if (parts.length < 2 || parts.length > 3) {
            setup.problems().add(at, "'" + entry + "' must be <data source>.<table> or <data source>.<schema>.<table>");
            return;
        }
        int source = parts[0].equals("*") ? -1 : setup.dataSource(parts[0], at);
        String schema = parts.length == 2 || parts[1].equals("*") ? null : parts[1];
        String last = parts[parts.length - 1];
        String table = last.equals("*") ? null : last;
        if (last.isBlank() || schema != null && schema.isBlank()) {
            setup.problems().add(at, "'" + entry + "' has an empty part");
            return;
        }
        patterns.add(new SinglePattern(source, schema, table));
        if (source >= 0 && table != null) {
            SchemaTable place = schema == null ? null : new SchemaTable(schema, false, table);
            setup.place(new PinnedTable(table, source, place), at);
        }
    }

    @Override
    public Map<String, List<String>> keys() {
        return Map.of("!SINGLE", KEYS);
    }
}
