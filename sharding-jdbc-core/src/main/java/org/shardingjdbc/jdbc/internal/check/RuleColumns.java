package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.rule.column.BesideForm;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.problem.Nearest;

/** Columns that rules name and tables do not have, or have otherwise than their partners. One per table. */
final class RuleColumns {
    private static final int STORED_LENGTH = 400;

    private final PlanningRules rules;
    private final CheckedTables tables;
    private final CheckedTable table;
    private final CheckedNode common;
    private final List<CheckFinding> findings = new ArrayList<>();

    /** @param common a node that is as most are */
    RuleColumns(PlanningRules rules, CheckedTables tables, CheckedTable table, CheckedNode common) {
        this.rules = rules;
        this.tables = tables;
        this.table = table;
        this.common = common;
    }

    List<CheckFinding> findings() {
        LogicTable logic = table.logic();
        for (String column : logic.shardingColumns()) {
            require(column, FindingKind.SHARDING_COLUMN_MISSING, "sharding column");
        }
        if (logic.keyGeneration() != null) {
            require(logic.keyGeneration().column(), FindingKind.KEY_COLUMN_MISSING, "column for generated keys");
        }
        compareWithFirst(logic);
        table.transformed().forEach(this::requireStored);
        return findings;
    }

    private boolean has(String column) {
        return common.known().column(column) != null;
    }

    private void require(String column, FindingKind kind, String what) {
        String stored = table.stored(column);
        boolean transformed = !stored.equalsIgnoreCase(column);
        if (has(stored) || transformed) {
            return;
        }
        List<String> known =
                common.known().columns().stream().map(ColumnStructure::name).toList();
        String near = Nearest.to(column, known);
        findings.add(table.whole(
                kind,
                Severity.ERROR,
                "The rules name the " + what + " " + column + ", which its actual tables do not have.",
                (near == null ? "Name a column that they have: " + CheckedTable.list(known) : "Is " + near + " meant?")
                        + (near == null ? "." : " If not, add the column to all nodes."),
                List.of()));
    }

    private void requireStored(TransformedColumn column) {
        requireStored(column, column.stored());
        if (column.compared() != null) {
            requireStored(column, column.compared().stored());
        }
        for (BesideForm form : column.besides()) {
            requireStored(column, form.stored());
        }
    }

    private void requireStored(TransformedColumn column, String stored) {
        if (has(stored)) {
            return;
        }
        String rule = String.join(", ", rules.transformers(table.name(), column.name()));
        for (CheckedNode node : table.there()) {
            if (node.known().column(stored) == null) {
                findings.add(table.at(
                        node,
                        FindingKind.STORED_COLUMN_MISSING,
                        Severity.ERROR,
                        "Column " + stored + " is missing, in which the rule " + rule + " stores values of "
                                + column.name() + ".",
                        "Add it, long enough for what is stored.",
                        List.of(node.sql()
                                .add(
                                        node.stored(),
                                        new ColumnStructure(
                                                stored, "VARCHAR(" + STORED_LENGTH + ")", true, null, null, null)))));
            }
        }
    }

    /** The sharding columns of binding tables hold the same values, so they are of the same types. */
    private void compareWithFirst(LogicTable logic) {
        CheckedTable first = firstOfGroup(logic);
        if (first == null || first == table || first.written().isEmpty()) {
            return;
        }
        List<String> others = first.logic().shardingColumns();
        for (int i = 0; i < Math.min(others.size(), logic.shardingColumns().size()); i++) {
            String name = logic.shardingColumns().get(i);
            ColumnStructure here = common.known().column(table.stored(name));
            ColumnStructure there = first.written().get(0).known().column(first.stored(others.get(i)));
            if (here != null && there != null && !here.type().equalsIgnoreCase(there.type())) {
                findings.add(table.whole(
                        FindingKind.BINDING_TYPE_DIFFERS,
                        Severity.WARNING,
                        "Sharding column " + name + " is " + here.type() + ", " + first.name() + "." + others.get(i)
                                + ", to which it is bound, is " + there.type() + ".",
                        "Give both the same type, so that equal values are placed alike.",
                        changes(name, there)));
            }
        }
    }

    private List<String> changes(String name, ColumnStructure like) {
        return table.onEach(node -> {
            ColumnStructure here = node.known().column(table.stored(name));
            return here == null
                    ? List.of()
                    : node.sql()
                            .change(
                                    node.stored(),
                                    here,
                                    new ColumnStructure(
                                            here.name(),
                                            like.type(),
                                            here.nullable(),
                                            here.defaultValue(),
                                            here.generation(),
                                            here.collation()));
        });
    }

    private @Nullable CheckedTable firstOfGroup(LogicTable logic) {
        for (LogicTable each : rules.tables()) {
            if (each.isBoundTo(logic)) {
                return tables.table(each.name());
            }
        }
        return null;
    }
}
