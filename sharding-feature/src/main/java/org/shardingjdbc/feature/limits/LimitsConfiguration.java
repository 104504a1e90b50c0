package org.shardingjdbc.feature.limits;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !LIMITS}.
 *
 * @param limits by name
 * @param dataSources the guards of data sources, by the names of these
 * @param everyDataSource the guard of all other data sources; null for none
 */
public record LimitsConfiguration(
        Map<String, StatementLimit> limits,
        Map<String, DataSourceLimit> dataSources,
        @Nullable DataSourceLimit everyDataSource)
        implements RuleConfiguration {
    /** Copies the maps. */
    public LimitsConfiguration {
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
        dataSources = Collections.unmodifiableMap(new LinkedHashMap<>(dataSources));
    }
}
