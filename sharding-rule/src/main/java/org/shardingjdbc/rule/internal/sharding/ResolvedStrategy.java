package org.shardingjdbc.rule.internal.sharding;

import java.util.List;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition;
import org.shardingjdbc.rule.problem.ConfigPath;

/**
 * A strategy with its names looked up.
 *
 * @param configuration which kind
 * @param path where its algorithm is named
 * @param columns lower case; empty for hint and none
 * @param algorithmName null for none
 * @param algorithm null for none
 * @param definition null for none
 */
record ResolvedStrategy(
        StrategyConfiguration configuration,
        ConfigPath path,
        List<String> columns,
        String algorithmName,
        AlgorithmConfiguration algorithm,
        AlgorithmDefinition definition) {
    static ResolvedStrategy none(ConfigPath path) {
        return new ResolvedStrategy(StrategyConfiguration.none(), path, List.of(), "none", null, null);
    }

    boolean isNone() {
        return definition == null;
    }
}
