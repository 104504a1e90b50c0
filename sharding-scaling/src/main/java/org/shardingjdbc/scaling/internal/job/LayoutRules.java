package org.shardingjdbc.scaling.internal.job;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AuditConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.BindingTablesConfiguration;
import org.shardingjdbc.rule.config.KeyGenerateConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;

/**
 * What a configuration says of some tables: their sharding rule, with the algorithms that it names, and nothing of data
 * sources, users and passwords. A job keeps it as a text, and whoever goes on with the job puts it into the
 * configuration of then, whose other parts may have changed. Immutable.
 *
 * @param tables logic tables; those that the rule does not name are plain
 * @param rule theirs
 */
public record LayoutRules(List<String> tables, ShardingRuleConfiguration rule) {
    private static final ShardingRuleConfiguration EMPTY =
            ShardingRuleConfiguration.builder().build();

    /** Copies the list. */
    public LayoutRules {
        tables = List.copyOf(tables);
    }

    /** What a configuration says of them. */
    public static LayoutRules of(ShardingConfiguration configuration, List<String> tables) {
        Set<String> names = lower(tables);
        ShardingRuleConfiguration whole = rule(configuration);
        List<ShardedTableConfiguration> listed = whole.tables().stream()
                .filter(each -> names.contains(lower(each.logicTable())))
                .toList();
        List<AutoTableConfiguration> counted = whole.autoTables().stream()
                .filter(each -> names.contains(lower(each.logicTable())))
                .toList();
        List<BindingTablesConfiguration> bound = whole.bindingTables().stream()
                .filter(each -> each.tables().stream().anyMatch(table -> names.contains(lower(table))))
                .toList();
        Set<String> algorithms = new LinkedHashSet<>();
        Set<String> generators = new LinkedHashSet<>();
        Set<String> auditors = new LinkedHashSet<>();
        use(listed, counted, algorithms, generators, auditors);
        return new LayoutRules(
                tables,
                new ShardingRuleConfiguration(
                        listed,
                        counted,
                        bound,
                        null,
                        null,
                        null,
                        null,
                        null,
                        Map.of(),
                        only(whole.shardingAlgorithms(), algorithms),
                        only(whole.keyGenerators(), generators),
                        only(whole.auditors(), auditors)));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    private static Set<String> lower(List<String> names) {
        Set<String> all = new HashSet<>();
        names.forEach(each -> all.add(lower(each)));
        return all;
    }

    private static ShardingRuleConfiguration rule(ShardingConfiguration configuration) {
        for (RuleConfiguration each : configuration.rules()) {
            if (each instanceof ShardingRuleConfiguration sharding) {
                return sharding;
            }
        }
        return EMPTY;
    }

    private static void use(
            List<ShardedTableConfiguration> listed,
            List<AutoTableConfiguration> counted,
            Set<String> algorithms,
            Set<String> generators,
            Set<String> auditors) {
        for (ShardedTableConfiguration each : listed) {
            use(each.databaseStrategy(), algorithms);
            use(each.tableStrategy(), algorithms);
            use(each.keyGenerateStrategy(), each.auditStrategy(), generators, auditors);
        }
        for (AutoTableConfiguration each : counted) {
            use(each.shardingStrategy(), algorithms);
            use(each.keyGenerateStrategy(), each.auditStrategy(), generators, auditors);
        }
    }

    private static void use(@Nullable StrategyConfiguration strategy, Set<String> algorithms) {
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            algorithms.add(standard.shardingAlgorithmName());
        } else if (strategy instanceof StrategyConfiguration.Complex complex) {
            algorithms.add(complex.shardingAlgorithmName());
        } else if (strategy instanceof StrategyConfiguration.Hint hint) {
            algorithms.add(hint.shardingAlgorithmName());
        }
    }

    private static void use(
            @Nullable KeyGenerateConfiguration keys,
            @Nullable AuditConfiguration audit,
            Set<String> generators,
            Set<String> auditors) {
        if (keys != null) {
            generators.add(keys.keyGeneratorName());
        }
        if (audit != null) {
            auditors.addAll(audit.auditorNames());
        }
    }

    private static Map<String, AlgorithmConfiguration> only(
            Map<String, AlgorithmConfiguration> all, Set<String> names) {
        Map<String, AlgorithmConfiguration> some = new LinkedHashMap<>();
        names.forEach(name -> {
            AlgorithmConfiguration found = all.get(name);
            if (found != null) {
                some.put(name, found);
            }
        });
        return some;
    }

    /** As a text, for {@link #read}. */
    public String text() {
        return YamlConfigurations.write(
                ShardingConfiguration.builder().rules(List.of(rule)).build(), Secrets.WRITTEN);
    }

    /** What a text of {@link #text} says. */
    public static LayoutRules read(List<String> tables, String text) {
        return of(YamlConfigurations.parse(text, "the layout that a job keeps", PlaceholderType.NONE), tables);
    }

    /**
     * A configuration in which these tables are so; the rest of it stays.
     *
     * @throws ShardingException where an algorithm means something else by now, for other tables
     */
    public ShardingConfiguration in(ShardingConfiguration configuration) {
        Set<String> names = lower(tables);
        ShardingRuleConfiguration now = rule(configuration);
        List<ShardedTableConfiguration> listed = new ArrayList<>(now.tables());
        listed.removeIf(each -> names.contains(lower(each.logicTable())));
        List<AutoTableConfiguration> counted = new ArrayList<>(now.autoTables());
        counted.removeIf(each -> names.contains(lower(each.logicTable())));
        List<BindingTablesConfiguration> bound = new ArrayList<>(now.bindingTables());
        bound.removeIf(each -> each.tables().stream().anyMatch(table -> names.contains(lower(table))));
        Set<String> algorithms = new HashSet<>();
        use(now.defaultDatabaseStrategy(), algorithms);
        use(now.defaultTableStrategy(), algorithms);
        Set<String> generators = new HashSet<>();
        Set<String> auditors = new HashSet<>();
        use(now.defaultKeyGenerateStrategy(), now.defaultAuditStrategy(), generators, auditors);
        use(listed, counted, algorithms, generators, auditors);
        listed.addAll(rule.tables());
        counted.addAll(rule.autoTables());
        bound.addAll(rule.bindingTables());
        ShardingRuleConfiguration next = new ShardingRuleConfiguration(
                listed,
                counted,
                bound,
                now.defaultDatabaseStrategy(),
                now.defaultTableStrategy(),
                now.defaultKeyGenerateStrategy(),
                now.defaultAuditStrategy(),
                now.defaultShardingColumn(),
                now.keyGenerateStrategies(),
                both(now.shardingAlgorithms(), rule.shardingAlgorithms(), algorithms),
                both(now.keyGenerators(), rule.keyGenerators(), generators),
                both(now.auditors(), rule.auditors(), auditors));
        List<RuleConfiguration> rules = new ArrayList<>();
        boolean placed = false;
        for (RuleConfiguration each : configuration.rules()) {
            boolean sharding = each instanceof ShardingRuleConfiguration;
            placed |= sharding;
            rules.add(sharding ? next : each);
        }
        if (!placed && !next.equals(EMPTY)) {
            rules.add(next);
        }
        return configuration.toBuilder().rules(rules).build();
    }

    /** Whether two configurations say the same, in whatever order, of all that is used. */
    public static boolean areAlike(ShardingConfiguration one, ShardingConfiguration other) {
        return one.dataSources().equals(other.dataSources())
                && one.props().equals(other.props())
                && one.transaction().equals(other.transaction())
                && others(one).equals(others(other))
                && areAlike(rule(one), rule(other));
    }

    private static Set<RuleConfiguration> others(ShardingConfiguration configuration) {
        Set<RuleConfiguration> others = new HashSet<>(configuration.rules());
        others.removeIf(each -> each instanceof ShardingRuleConfiguration);
        return others;
    }

    private static boolean areAlike(ShardingRuleConfiguration one, ShardingRuleConfiguration other) {
        return Set.copyOf(one.tables()).equals(Set.copyOf(other.tables()))
                && Set.copyOf(one.autoTables()).equals(Set.copyOf(other.autoTables()))
                && Set.copyOf(one.bindingTables()).equals(Set.copyOf(other.bindingTables()))
                && Objects.equals(one.defaultDatabaseStrategy(), other.defaultDatabaseStrategy())
                && Objects.equals(one.defaultTableStrategy(), other.defaultTableStrategy())
                && Objects.equals(one.defaultKeyGenerateStrategy(), other.defaultKeyGenerateStrategy())
                && Objects.equals(one.defaultAuditStrategy(), other.defaultAuditStrategy())
                && Objects.equals(one.defaultShardingColumn(), other.defaultShardingColumn())
                && one.keyGenerateStrategies().equals(other.keyGenerateStrategies())
                && areAlike(one.shardingAlgorithms(), other.shardingAlgorithms())
                && areAlike(one.keyGenerators(), other.keyGenerators())
                && areAlike(one.auditors(), other.auditors());
    }

    /** What only one of them has, nothing of the other one uses. */
    private static boolean areAlike(
            Map<String, AlgorithmConfiguration> one, Map<String, AlgorithmConfiguration> other) {
        return one.entrySet().stream().allMatch(each -> other.getOrDefault(each.getKey(), each.getValue())
                .equals(each.getValue()));
    }

    private static Map<String, AlgorithmConfiguration> both(
            Map<String, AlgorithmConfiguration> now,
            Map<String, AlgorithmConfiguration> kept,
            Set<String> usedByOthers) {
        Map<String, AlgorithmConfiguration> all = new LinkedHashMap<>(now);
        kept.forEach((name, algorithm) -> {
            AlgorithmConfiguration there = all.put(name, algorithm);
            if (there != null && !there.equals(algorithm) && usedByOthers.contains(name)) {
                throw new ShardingException(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        "'" + name + "' is used by other tables, too, and is another one by the layout that the job"
                                + " keeps; give one of them another name");
            }
        });
        return all;
    }
}
