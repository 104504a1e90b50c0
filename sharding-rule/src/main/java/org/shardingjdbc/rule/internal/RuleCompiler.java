package org.shardingjdbc.rule.internal;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import org.shardingjdbc.rule.algorithm.ShardingAlgorithmFactory;
import org.shardingjdbc.rule.config.BroadcastRuleConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.SingleRuleConfiguration;
import org.shardingjdbc.rule.internal.algorithm.Algorithms;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.internal.sharding.ShardingRuleCompiler;
import org.shardingjdbc.rule.internal.single.SinglePattern;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PinnedTable;
import org.shardingjdbc.rule.placement.ReplicatedTable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Makes {@link Rules} of configuration records. One per configuration; touches nothing outside. */
public final class RuleCompiler {
    private static final String SINGLE = "tables";

    private final List<String> dataSourceNames;
    private final Problems problems;
    private final Map<String, LogicTable> tables = new LinkedHashMap<>();
    private final List<SinglePattern> singlePatterns = new ArrayList<>();
    private int defaultDataSource;

    private RuleCompiler(List<String> dataSourceNames, Problems problems) {
        this.dataSourceNames = dataSourceNames;
        this.problems = problems;
    }

    /**
     * Compiles rules, or raises all their mistakes.
     *
     * @param dataSourceNames in configured order
     * @param rules in configured order; kinds that this module does not know are other features' and are passed over
     * @param keyGenerators those of the data source, kept through reconfigurations
     * @throws org.shardingjdbc.error.ShardingException with every mistake
     */
    public static Rules compile(
            List<String> dataSourceNames, List<RuleConfiguration> rules, KeyGenerators keyGenerators) {
        Problems problems = new Problems();
        Rules compiled = compile(dataSourceNames, rules, keyGenerators, problems);
        problems.raise();
        return compiled;
    }

    /**
     * Compiles rules and collects their mistakes; the paths are those of the YAML format,
     * {@code rules[0].tables.t_order}.
     *
     * @return null when there are any
     */
    public static Rules compile(
            List<String> dataSourceNames,
            List<RuleConfiguration> rules,
            KeyGenerators keyGenerators,
            Problems problems) {
        RuleCompiler compiler = new RuleCompiler(List.copyOf(dataSourceNames), problems);
        compiler.compileAll(rules, keyGenerators);
        return problems.isEmpty() ? compiler.rules() : null;
    }

    private void compileAll(List<RuleConfiguration> rules, KeyGenerators keyGenerators) {
        Algorithms algorithms = new Algorithms(ServiceLoader.load(ShardingAlgorithmFactory.class));
        Map<Class<?>, ConfigPath> seen = new LinkedHashMap<>();
        for (int i = 0; i < rules.size(); i++) {
            RuleConfiguration rule = rules.get(i);
            ConfigPath path = ConfigPath.ROOT.key("rules").index(i);
            boolean known = rule instanceof ShardingRuleConfiguration
                    || rule instanceof BroadcastRuleConfiguration
                    || rule instanceof SingleRuleConfiguration;
            if (known && seen.putIfAbsent(rule.getClass(), path) != null) {
                problems.add(path, "a second rule of this kind; merge it into " + seen.get(rule.getClass()));
            } else if (rule instanceof ShardingRuleConfiguration sharding) {
                new ShardingRuleCompiler(sharding, path, dataSourceNames, algorithms, keyGenerators, problems)
                        .compile(this::add);
            } else if (rule instanceof BroadcastRuleConfiguration broadcast) {
                compileBroadcast(broadcast, path.key("tables"));
            } else if (rule instanceof SingleRuleConfiguration single) {
                compileSingle(single, path);
            }
        }
    }

    private Rules rules() {
        return new Rules(dataSourceNames, List.copyOf(tables.values()), tables, defaultDataSource, singlePatterns);
    }

    private void add(LogicTable table, ConfigPath path) {
        LogicTable other = tables.putIfAbsent(table.name().toLowerCase(Locale.ROOT), table);
        if (other != null) {
            problems.add(path, "table '" + table.name() + "' is configured twice");
        }
    }

    private void compileBroadcast(BroadcastRuleConfiguration rule, ConfigPath path) {
        for (int i = 0; i < rule.tables().size(); i++) {
            String table = rule.tables().get(i).trim();
            if (table.isEmpty()) {
                problems.add(path.index(i), "a table name is missing");
            } else {
                add(new ReplicatedTable(table), path.index(i));
            }
        }
    }

    private void compileSingle(SingleRuleConfiguration rule, ConfigPath path) {
        String name = rule.defaultDataSource();
        if (name != null && !name.isBlank()) {
            defaultDataSource = Math.max(0, dataSource(name.trim(), path.key("defaultDataSource")));
        }
        for (int i = 0; i < rule.tables().size(); i++) {
            for (String entry : rule.tables().get(i).split(",")) {
                if (!entry.isBlank()) {
                    compileSingleEntry(entry.trim(), path.key(SINGLE).index(i));
                }
            }
        }
    }

    private void compileSingleEntry(String entry, ConfigPath path) {
        String[] parts = entry.split("\\.", -1);
        if (parts.length < 2 || parts.length > 3) {
            problems.add(path, "'" + entry + "' must be <data source>.<table> or <data source>.<schema>.<table>");
            return;
        }
        int source = parts[0].equals("*") ? -1 : dataSource(parts[0], path);
        String schema = parts.length == 2 || parts[1].equals("*") ? null : parts[1];
        String last = parts[parts.length - 1];
        String table = last.equals("*") ? null : last;
        if (last.isBlank() || schema != null && schema.isBlank()) {
            problems.add(path, "'" + entry + "' has an empty part");
            return;
        }
        singlePatterns.add(new SinglePattern(source, schema, table));
        if (source >= 0 && table != null) {
            add(new PinnedTable(table, source), path);
        }
    }

    private int dataSource(String name, ConfigPath path) {
        int index = dataSourceNames.indexOf(name);
        if (index < 0) {
            problems.unknown(path, "data source", name, dataSourceNames);
        }
        return index;
    }
}
