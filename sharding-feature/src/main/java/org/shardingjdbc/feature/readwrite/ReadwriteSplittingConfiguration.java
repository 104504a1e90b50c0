package org.shardingjdbc.feature.readwrite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !READWRITE_SPLITTING}. Immutable.
 *
 * @param dataSourceGroups by the names that other rules call them
 * @param loadBalancers by the names that groups call them
 */
public record ReadwriteSplittingConfiguration(
        Map<String, DataSourceGroup> dataSourceGroups, Map<String, AlgorithmConfiguration> loadBalancers)
        implements RuleConfiguration {
    /** Copies both in their order. */
    public ReadwriteSplittingConfiguration {
        dataSourceGroups = Collections.unmodifiableMap(new LinkedHashMap<>(dataSourceGroups));
        loadBalancers = Collections.unmodifiableMap(new LinkedHashMap<>(loadBalancers));
    }
}
