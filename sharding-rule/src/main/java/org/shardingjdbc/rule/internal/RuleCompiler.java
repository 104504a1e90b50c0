package org.shardingjdbc.rule.internal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.DataSourceNames;
import org.shardingjdbc.rule.Rule;
import org.shardingjdbc.rule.RuleProvider;
import org.shardingjdbc.rule.RuleSetup;
import org.shardingjdbc.rule.algorithm.KeyGeneratorSource;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.SchemaTable;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** Makes {@link Rules} of configuration records. One per configuration; touches nothing outside. */
public final class RuleCompiler {
    private final List<String> configuredNames;
    private final KeyGeneratorSource keyGenerators;
    private final DataSourceNames dataSources;
    private final Problems problems;
    private final RuleProviders providers = RuleProviders.load();
    private final Map<String, LogicTable> tables = new LinkedHashMap<>();
    private final List<CompiledRule> compiled = new ArrayList<>();

    /** A rule, its place in the order in which rules apply, and the one in the configuration. */
    private record CompiledRule(int position, Rule rule, ConfigPath path) {
        boolean hasShadows() {
            return rule.sideChoice(UnseenStatement.ONLY, UnseenStatement.ONLY) != null;
        }
    }

    /** Of the rule at one place. */
    private final class Setup implements RuleSetup {
        private final ConfigPath path;

        private Setup(ConfigPath path) {
            this.path = path;
        }

        @Override
        public ConfigPath path() {
            return path;
        }

        @Override
        public DataSourceNames dataSources() {
            return dataSources;
        }

        @Override
        public KeyGeneratorSource keyGenerators() {
            return keyGenerators;
        }

        @Override
        public Problems problems() {
            return problems;
        }

        @Override
        public void place(LogicTable table, ConfigPath at) {
            add(table, at);
        }

        @Override
        public @Nullable LogicTable table(String name) {
            return tables.get(name.toLowerCase(Locale.ROOT));
        }
    }

    private RuleCompiler(
            List<String> dataSourceNames,
            List<RuleConfiguration> rules,
            KeyGeneratorSource keyGenerators,
            Problems problems) {
        this.configuredNames = List.copyOf(dataSourceNames);
        this.keyGenerators = keyGenerators;
        this.problems = problems;
        this.dataSources = nameDataSources(rules);
    }

    /**
     * Compiles rules, or raises all their mistakes.
     *
     * @param dataSourceNames in configured order
     * @param rules in configured order
     * @param keyGenerators those of the data source, kept through reconfigurations
     * @throws org.shardingjdbc.error.ShardingException with every mistake
     */
    public static Rules compile(
            List<String> dataSourceNames, List<RuleConfiguration> rules, KeyGeneratorSource keyGenerators) {
        Problems problems = new Problems();
        RuleCompiler compiler = new RuleCompiler(dataSourceNames, rules, keyGenerators, problems);
        compiler.compileAll(rules);
        problems.raise();
        return compiler.rules();
    }

    /**
     * Compiles rules and collects their mistakes; the paths are those of the YAML format,
     * {@code rules[0].tables.t_order}.
     *
     * @return null when there are any
     */
    public static @Nullable Rules compile(
            List<String> dataSourceNames,
            List<RuleConfiguration> rules,
            KeyGeneratorSource keyGenerators,
            Problems problems) {
        RuleCompiler compiler = new RuleCompiler(dataSourceNames, rules, keyGenerators, problems);
        compiler.compileAll(rules);
        return problems.isEmpty() ? compiler.rules() : null;
    }

    private DataSourceNames nameDataSources(List<RuleConfiguration> rules) {
        Map<String, String> given = new LinkedHashMap<>();
        Set<String> chosen = new LinkedHashSet<>();
        for (int i = 0; i < rules.size(); i++) {
            RuleProvider<?> provider = providers.of(rules.get(i));
            if (provider != null) {
                ConfigPath path = ConfigPath.ROOT.key("rules").index(i);
                chosen.addAll(chosenBy(provider, rules.get(i)));
                givenBy(provider, rules.get(i)).forEach((name, other) -> give(name, other, given, path));
            }
        }
        return DataSourceNames.of(configuredNames, given, chosen);
    }

    private void give(String name, String other, Map<String, String> given, ConfigPath path) {
        if (given.putIfAbsent(name, other) != null) {
            problems.add(path, "two rules give the name '" + name + "' to data sources");
        } else if (configuredNames.contains(name) && !name.equals(other)) {
            problems.add(
                    path, "'" + name + "' is given to data source '" + other + "', and is the name of another one");
        }
    }

    private static <C extends RuleConfiguration> List<String> chosenBy(
            RuleProvider<C> provider, RuleConfiguration configuration) {
        return provider.chosenDataSources(provider.configurationType().cast(configuration));
    }

    private static <C extends RuleConfiguration> Map<String, String> givenBy(
            RuleProvider<C> provider, RuleConfiguration configuration) {
        return provider.dataSourceNames(provider.configurationType().cast(configuration));
    }

    private void compileAll(List<RuleConfiguration> rules) {
        Map<RuleProvider<?>, ConfigPath> seen = new LinkedHashMap<>();
        List<Runnable> reading = new ArrayList<>();
        for (int i = 0; i < rules.size(); i++) {
            RuleConfiguration rule = rules.get(i);
            if (rule instanceof UnreadRule) {
                continue;
            }
            ConfigPath path = ConfigPath.ROOT.key("rules").index(i);
            RuleProvider<?> provider = providers.of(rule);
            if (provider == null) {
                problems.add(
                        path,
                        "nothing compiles a " + rule.getClass().getName() + "; the module of its rule is missing");
            } else if (seen.putIfAbsent(provider, path) != null) {
                problems.add(path, "a second rule of this kind; merge it into " + seen.get(provider));
            } else if (provider.readsTables()) {
                reading.add(() -> add(provider, rule, path));
            } else {
                add(provider, rule, path);
            }
        }
        reading.forEach(Runnable::run);
        if (problems.isEmpty()) {
            requireOneWithShadows();
            requireOneReaderName();
            requireOneDefault();
        }
    }

    private void add(RuleProvider<?> provider, RuleConfiguration rule, ConfigPath path) {
        compiled.add(new CompiledRule(providers.position(provider), compile(provider, rule, path), path));
    }

    /** Two rules could say of one statement that it runs on different sides. */
    private void requireOneWithShadows() {
        CompiledRule first = null;
        for (CompiledRule each : compiled) {
            if (first == null) {
                first = each.hasShadows() ? each : null;
            } else if (each.hasShadows()) {
                problems.add(
                        each.path(),
                        "rule " + each.rule().name() + " has shadow databases, and so has rule "
                                + first.rule().name() + " at " + first.path()
                                + "; one rule of a configuration says on which side a statement runs");
            }
        }
    }

    /** A connection has one reader, and names it in one way. */
    private void requireOneReaderName() {
        CompiledRule first = null;
        for (CompiledRule each : compiled) {
            String name = each.rule().readerClientInfo();
            if (first == null) {
                first = name == null ? null : each;
            } else if (name != null && !name.equals(first.rule().readerClientInfo())) {
                problems.add(
                        each.path(),
                        "rule " + each.rule().name() + " takes the reader from the client info " + name + ", and rule "
                                + first.rule().name() + " at " + first.path() + " from "
                                + first.rule().readerClientInfo() + "; give both the same readerClientInfo");
            }
        }
    }

    /** A table that no rule places is created in one data source. */
    private void requireOneDefault() {
        CompiledRule first = null;
        for (CompiledRule each : compiled) {
            int dataSource = each.rule().defaultDataSource();
            if (first == null) {
                first = dataSource < 0 ? null : each;
            } else if (dataSource >= 0 && dataSource != first.rule().defaultDataSource()) {
                List<String> placed = dataSources.placed();
                problems.add(
                        each.path(),
                        "rule " + each.rule().name() + " has the default data source " + placed.get(dataSource)
                                + ", and rule " + first.rule().name() + " at " + first.path() + " has "
                                + placed.get(first.rule().defaultDataSource())
                                + "; leave one out, or name the same in both");
            }
        }
    }

    private <C extends RuleConfiguration> Rule compile(
            RuleProvider<C> provider, RuleConfiguration configuration, ConfigPath path) {
        return provider.compile(provider.configurationType().cast(configuration), new Setup(path));
    }

    private Rules rules() {
        compiled.sort(Comparator.comparingInt(CompiledRule::position));
        List<Rule> rules = compiled.stream().map(CompiledRule::rule).toList();
        return new Rules(dataSources, List.copyOf(tables.values()), tables, rules, Sides.none(shadowAdvice()));
    }

    private List<String> shadowAdvice() {
        return providers.all().stream()
                .map(RuleProvider::shadowAdvice)
                .filter(Objects::nonNull)
                .toList();
    }

    /**
     * A table of another schema may be another one than the table of that name in the one that a rule names, or in
     * none, which has the name as long as nobody knows in which schema the connections are.
     */
    private void add(LogicTable table, ConfigPath path) {
        String key = table.name().toLowerCase(Locale.ROOT);
        LogicTable other = tables.get(key);
        SchemaTable place = table.place();
        if (other == null || place == null && other.place() != null) {
            tables.put(key, table);
        } else if (place == null || place.equals(other.place())) {
            problems.add(path, "table '" + table.name() + "' is configured twice");
        }
    }

    /**
     * Stands for a rule with a mistake that is told already, or one that means nothing here, so that the rules after it
     * keep their positions.
     */
    public record UnreadRule() implements RuleConfiguration {}
}
