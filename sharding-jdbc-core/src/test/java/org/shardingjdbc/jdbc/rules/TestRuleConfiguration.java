package org.shardingjdbc.jdbc.rules;

import java.util.List;
import java.util.Map;
import org.shardingjdbc.rule.config.RuleConfiguration;

/**
 * {@code !TEST_RULE}, which uses the parts of the seam.
 *
 * @param prefix what the names of its tables begin with on their data source
 * @param tables its tables, on the first data source
 * @param standIns by data source, the one that stands for it where a hint says so
 * @param readOnly tables that are not written
 * @param forbidden a text that no parameter of a statement may be; may be null
 * @param reversed columns as {@code table.column} whose texts are stored backwards, or {@code table.column=stored}
 *     where they are stored under another name
 * @param masked columns as {@code table.column} of whose texts only the first letter is seen
 */
public record TestRuleConfiguration(
        String prefix,
        List<String> tables,
        Map<String, String> standIns,
        List<String> readOnly,
        String forbidden,
        List<String> reversed,
        List<String> masked)
        implements RuleConfiguration {}
