package org.shardingjdbc.rule.internal.sharding;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition;
import org.shardingjdbc.rule.problem.ConfigPath;

/**
 * A strategy with its names looked up.
 *
 * @param configuration which kind
 * @param path where its algorithm is named
 * @param columns lower case; empty for hint and none
 * @param algorithm null for none
 */
record ResolvedStrategy(
        StrategyConfiguration configuration,
        ConfigPath path,
        List<String> columns,
        @Nullable NamedAlgorithm algorithm) {
    /** An algorithm that can be placed, with what the configuration says of it. */
    record NamedAlgorithm(String name, String type, Map<String, String> props, AlgorithmDefinition definition) {}

    static ResolvedStrategy none(ConfigPath path) {
        return new ResolvedStrategy(StrategyConfiguration.none(), path, List.of(), null);
    }

    boolean isNone() {
        return algorithm == null;
    }

    /** As messages call it. */
    String algorithmName() {
        return algorithm == null ? "none" : algorithm.name();
    }
}
