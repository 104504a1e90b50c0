package org.shardingjdbc.rule.internal.sharding;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.ComplexDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.HintDefinition;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;
import org.shardingjdbc.rule.internal.sharding.ResolvedStrategy.NamedAlgorithm;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/**
 * Finds the strategy that a table is sharded by: its own or the rule's, with the columns and the algorithm that it
 * names. One per rule.
 *
 * @param path of the rule
 */
record StrategyResolver(
        ShardingRuleConfiguration rule, ConfigPath path, AlgorithmDefinitions algorithms, Problems problems) {
    /**
     * The strategy of a table.
     *
     * @param own null when the rule's default is meant
     * @param defaultKey the default's key in the rule
     * @return null when there is none, or it has a problem
     */
    @Nullable
    ResolvedStrategy resolve(
            @Nullable StrategyConfiguration own,
            ConfigPath ownPath,
            @Nullable StrategyConfiguration byDefault,
            String defaultKey) {
        StrategyConfiguration strategy = own == null ? byDefault : own;
        ConfigPath at = own == null ? path.key(defaultKey) : ownPath;
        if (strategy instanceof StrategyConfiguration.Standard standard) {
            String column =
                    standard.shardingColumn() == null ? rule.defaultShardingColumn() : standard.shardingColumn();
            if (column == null || column.isBlank()) {
                problems.missing(at.key("standard"), "shardingColumn", " and there is no defaultShardingColumn");
                return null;
            }
            return withAlgorithm(standard, at.key("standard"), List.of(column), standard.shardingAlgorithmName());
        }
        if (strategy instanceof StrategyConfiguration.Complex complex) {
            if (complex.shardingColumns().isEmpty()) {
                problems.missing(at.key("complex"), "shardingColumns", "");
                return null;
            }
            return withAlgorithm(
                    complex, at.key("complex"), complex.shardingColumns(), complex.shardingAlgorithmName());
        }
        if (strategy instanceof StrategyConfiguration.Hint hint) {
            return withAlgorithm(hint, at.key("hint"), List.of(), hint.shardingAlgorithmName());
        }
        return ResolvedStrategy.none(at);
    }

    private @Nullable ResolvedStrategy withAlgorithm(
            StrategyConfiguration strategy, ConfigPath at, List<String> columns, @Nullable String algorithmName) {
        ConfigPath namePath = at.key("shardingAlgorithmName");
        if (algorithmName == null || algorithmName.isBlank()) {
            problems.missing(at, "shardingAlgorithmName", "");
            return null;
        }
        if (!algorithms.names().contains(algorithmName)) {
            problems.unknown(namePath, "sharding algorithm", algorithmName, algorithms.names());
            return null;
        }
        NamedAlgorithm algorithm = algorithms.algorithm(algorithmName);
        if (algorithm == null) {
            return null;
        }
        String wanted = wanted(strategy, algorithm.definition());
        if (wanted != null) {
            problems.add(
                    namePath,
                    "sharding algorithm '" + algorithmName + "' of type " + algorithm.type() + " is for a " + wanted
                            + " strategy");
            return null;
        }
        LinkedHashSet<String> lowerCase = new LinkedHashSet<>();
        columns.forEach(column -> lowerCase.add(column.trim().toLowerCase(Locale.ROOT)));
        return new ResolvedStrategy(strategy, namePath, List.copyOf(lowerCase), algorithm);
    }

    /** The kind of strategy that the algorithm is for, where that is another one, else null. */
    private static @Nullable String wanted(StrategyConfiguration strategy, AlgorithmDefinition definition) {
        if (definition instanceof StandardDefinition) {
            return strategy instanceof StrategyConfiguration.Standard ? null : "standard";
        }
        if (definition instanceof ComplexDefinition) {
            return strategy instanceof StrategyConfiguration.Complex ? null : "complex";
        }
        return definition instanceof HintDefinition && strategy instanceof StrategyConfiguration.Hint ? null : "hint";
    }
}
