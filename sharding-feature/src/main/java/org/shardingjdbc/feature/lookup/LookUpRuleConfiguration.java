package org.shardingjdbc.feature.lookup;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !LOOKUP}. Immutable.
 *
 * @param tables the look-up indexes by their names, by the logic names of the tables whose rows they find
 */
public record LookUpRuleConfiguration(Map<String, Map<String, LookUpIndex>> tables) implements RuleConfiguration {
    /** Copies both maps in their order. */
    public LookUpRuleConfiguration {
        Map<String, Map<String, LookUpIndex>> copied = new LinkedHashMap<>();
        tables.forEach(
                (table, indexes) -> copied.put(table, Collections.unmodifiableMap(new LinkedHashMap<>(indexes))));
        tables = Collections.unmodifiableMap(copied);
    }
}
