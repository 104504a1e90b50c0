package org.shardingjdbc.rule.placement;

import org.shardingjdbc.Incubating;

/**
 * A check of statements on a table, as the table's rule asks for it. Immutable.
 *
 * @param name the auditor's name in the configuration
 * @param type its type, such as DML_SHARDING_CONDITIONS
 * @param hintDisableAllowed whether a hint may switch it off
 */
@Incubating
public record Audit(String name, String type, boolean hintDisableAllowed) {}
