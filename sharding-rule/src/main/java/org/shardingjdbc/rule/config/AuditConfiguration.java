package org.shardingjdbc.rule.config;

import java.util.List;

/**
 * The auditors that each DML statement on a table must pass.
 *
 * @param auditorNames keys of {@link ShardingRuleConfiguration#auditors()}
 * @param allowHintDisable whether a hint may switch them off; true by default
 */
public record AuditConfiguration(List<String> auditorNames, boolean allowHintDisable) {
    /** Copies the names. */
    public AuditConfiguration {
        auditorNames = List.copyOf(auditorNames);
    }
}
