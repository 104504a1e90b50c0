package org.shardingjdbc.rule.config;

import java.util.List;

/**
 * {@code !BROADCAST}: tables with the same rows in every data source.
 *
 * @param tables logic names, which are the actual names too
 */
public record BroadcastRuleConfiguration(List<String> tables) implements RuleConfiguration {
    /** Copies the names. */
    public BroadcastRuleConfiguration {
        tables = List.copyOf(tables);
    }
}
