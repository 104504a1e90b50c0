package org.shardingjdbc.rule.internal.sharding;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition;
import org.shardingjdbc.rule.internal.algorithm.Algorithms;
import org.shardingjdbc.rule.internal.sharding.ResolvedStrategy.NamedAlgorithm;
import org.shardingjdbc.rule.problem.ConfigPath;
import org.shardingjdbc.rule.problem.Problems;

/** The sharding algorithms of a rule by their names, checked. One per rule. */
final class AlgorithmDefinitions {
    private final ShardingRuleConfiguration rule;
    private final ConfigPath path;
    private final Problems problems;
    private final Map<String, NamedAlgorithm> definitions = new HashMap<>();

    /** @param path of the rule */
    AlgorithmDefinitions(ShardingRuleConfiguration rule, ConfigPath path, Problems problems) {
        this.rule = rule;
        this.path = path;
        this.problems = problems;
    }

    void compile(Algorithms algorithms) {
        for (Map.Entry<String, AlgorithmConfiguration> entry :
                rule.shardingAlgorithms().entrySet()) {
            ConfigPath at = path.key("shardingAlgorithms").key(entry.getKey());
            AlgorithmConfiguration algorithm = entry.getValue();
            String type = algorithm.type();
            if (type == null || type.isBlank()) {
                problems.missing(at, "type", "");
                continue;
            }
            AlgorithmProperties properties = new AlgorithmProperties(algorithm.props());
            try {
                AlgorithmDefinition definition = algorithms.create(type, properties);
                if (definition == null) {
                    problems.unknown(at.key("type"), "sharding algorithm type", type, algorithms.types());
                    continue;
                }
                definitions.put(
                        entry.getKey(), new NamedAlgorithm(entry.getKey(), type, algorithm.props(), definition));
            } catch (InvalidPropertyException e) {
                if (e.property().equals("type")) {
                    problems.add(at.key("type"), e.getMessage());
                } else {
                    problems.property(at, algorithm.props(), e.property(), e.getMessage());
                }
                continue;
            }
            for (String unknown : properties.unknown()) {
                problems.unknownKey(at.key("props").key(unknown), properties.known());
            }
        }
    }

    /** Null when none is configured by that name, or it has a problem. */
    @Nullable
    NamedAlgorithm algorithm(String name) {
        return definitions.get(name);
    }

    Set<String> names() {
        return rule.shardingAlgorithms().keySet();
    }

    /** Where a property of an algorithm stands, or the algorithm if it is not there. */
    ConfigPath propertyPath(String algorithm, String property) {
        return propertyPath(
                path.key("shardingAlgorithms").key(algorithm),
                rule.shardingAlgorithms().get(algorithm),
                property);
    }

    private static ConfigPath propertyPath(
            ConfigPath algorithm, @Nullable AlgorithmConfiguration configuration, String property) {
        if (property.equals("type")) {
            return algorithm.key("type");
        }
        return configuration != null && configuration.props().containsKey(property)
                ? algorithm.key("props").key(property)
                : algorithm;
    }
}
