package org.shardingjdbc.feature.readwrite;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !READWRITE_SPLITTING}. Immutable.
 *
 * @param dataSourceGroups by the names that other rules call them
 * @param loadBalancers by the names that groups call them
 * @param harmlessFunctions functions of users that change nothing and whose results rows and arguments decide, as
 *     statements call them; replicas may answer reads that call them
 */
public record ReadwriteSplittingConfiguration(
        Map<String, DataSourceGroup> dataSourceGroups,
        Map<String, AlgorithmConfiguration> loadBalancers,
        List<String> harmlessFunctions)
        implements RuleConfiguration {
    /** Copies all in their order. */
    public ReadwriteSplittingConfiguration {
        dataSourceGroups = Collections.unmodifiableMap(new LinkedHashMap<>(dataSourceGroups));
        loadBalancers = Collections.unmodifiableMap(new LinkedHashMap<>(loadBalancers));
        harmlessFunctions = List.copyOf(harmlessFunctions);
    }

    /** With builtin functions alone. */
    public ReadwriteSplittingConfiguration(
            Map<String, DataSourceGroup> dataSourceGroups, Map<String, AlgorithmConfiguration> loadBalancers) {
        this(dataSourceGroups, loadBalancers, List.of());
    }
}
