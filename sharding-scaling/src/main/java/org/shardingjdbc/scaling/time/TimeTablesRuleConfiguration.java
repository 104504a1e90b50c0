package org.shardingjdbc.scaling.time;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * The rule {@code !TIME_TABLES}: for which logic tables {@code TimeTables} creates the next actual tables and retires
 * the old ones. They are sharded by INTERVAL. Immutable.
 *
 * @param tables the policy of each logic table, by its name; the order is kept
 */
@Incubating
public record TimeTablesRuleConfiguration(Map<String, TimeTablePolicy> tables) implements RuleConfiguration {
    /** Copies the map. */
    public TimeTablesRuleConfiguration {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }
}
