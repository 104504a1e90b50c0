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
 * @param dataSources what guards data sources, by their names
 * @param everyDataSource what guards the others; null for nothing
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
