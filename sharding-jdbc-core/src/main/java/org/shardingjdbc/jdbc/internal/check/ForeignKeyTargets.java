package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.dialect.internal.structure.ForeignKeyStructure;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Where foreign keys of actual tables lead, and where they should. Immutable. */
final class ForeignKeyTargets {
    private final Placements rules;
    private final CheckedTables tables;

    ForeignKeyTargets(Placements rules, CheckedTables tables) {
        this.rules = rules;
        this.tables = tables;
    }

    /** The logic table to which an actual one belongs, or its own name. */
    String common(String actual) {
        return rules.logicName(actual).toLowerCase(Locale.ROOT);
    }

    /** The actual table of the same logic table to which the rows of a node may refer. */
    String beside(String actual, CheckedNode node) {
        LogicTable target = rules.table(common(actual));
        PartitionedTable partitioned = target == null ? null : target.partitioning();
        List<DataNode> nodes = partitioned == null ? List.of() : partitioned.dataNodes();
        if (node.index() < nodes.size()) {
            DataNode corresponding = nodes.get(node.index());
            if (corresponding.dataSource() == node.visit().dataSource()) {
                return node.stored(corresponding.table());
            }
        }
        return actual;
    }

    /** The foreign keys of a node that lead to another node of a table that is bound to it. */
    List<CheckFinding> crossing(CheckedTable table, CheckedNode node) {
        List<CheckFinding> findings = new ArrayList<>();
        for (ForeignKeyStructure key : node.known().foreignKeys()) {
            CheckedTable target = tables.table(common(key.table()));
            if (target == null || !table.logic().isBoundTo(target.logic())) {
                continue;
            }
            String right = beside(key.table(), node);
            if (!right.equalsIgnoreCase(key.table())) {
                findings.add(table.at(
                        node,
                        FindingKind.FOREIGN_KEY_CROSSES,
                        Severity.ERROR,
                        "Foreign key " + key.name() + " refers to " + key.table()
                                + "; rows of this node belong to those of " + right + ".",
                        "Let it refer to " + right + ".",
                        List.of(
                                node.sql().drop(node.stored(), key),
                                node.sql().create(node.stored(), key.name(), key, right))));
            }
        }
        return findings;
    }
}
