package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.rule.internal.Rules;

/** Looks for all findings that follow from definitions. Stateless. */
public final class DefinitionCheck {
    private DefinitionCheck() {}

    /**
     * The findings, table by table.
     *
     * @param all whether tables that no rule names are looked at too
     */
    public static List<CheckFinding> of(Rules rules, Visits visits, CheckedTables tables, boolean all) {
        List<CheckFinding> findings = new ArrayList<>();
        for (CheckedTable table : tables.all()) {
            NodeComparison nodes = new NodeComparison(rules, tables, table);
            findings.addAll(nodes.findings());
            if (nodes.common() != null) {
                findings.addAll(new RuleColumns(rules, tables, table, nodes.common()).findings());
                findings.addAll(new KeyScopes(table, nodes.common()).findings());
            }
            findings.addAll(SurplusTables.of(rules, visits, table));
        }
        if (all) {
            findings.addAll(SurplusTables.ambiguous(rules, visits));
        }
        return findings;
    }
}
