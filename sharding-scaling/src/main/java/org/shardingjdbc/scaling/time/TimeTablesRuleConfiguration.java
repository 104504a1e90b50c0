package org.shardingjdbc.scaling.time;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * {@code !TIME_TABLES}: which logic tables of INTERVAL get their next actual tables, and lose their old ones, by
 * {@code TimeTables}. Immutable.
 *
 * @param tables policies by the names of logic tables, in their order
 */
@Incubating
public record TimeTablesRuleConfiguration(Map<String, TimeTablePolicy> tables) implements RuleConfiguration {
    /** Copies the map. */
    public TimeTablesRuleConfiguration {
        tables = Collections.unmodifiableMap(new LinkedHashMap<>(tables));
    }
}
