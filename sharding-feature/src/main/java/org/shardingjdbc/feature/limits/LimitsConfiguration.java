package org.shardingjdbc.feature.limits;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !LIMITS}.
 *
 * @param limits by name
 */
public record LimitsConfiguration(Map<String, StatementLimit> limits) implements RuleConfiguration {
    /** Copies the map. */
    public LimitsConfiguration {
        limits = Collections.unmodifiableMap(new LinkedHashMap<>(limits));
    }
}
