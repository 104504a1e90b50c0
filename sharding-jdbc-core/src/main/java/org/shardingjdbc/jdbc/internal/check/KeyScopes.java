package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.dialect.internal.structure.IndexStructure;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.rule.placement.LogicTable;

/** Keys and counters that each node keeps for itself, where the application takes them for the table's. */
final class KeyScopes {
    private final CheckedTable table;
    private final CheckedNode common;

    /** @param common a node that is as most are */
    KeyScopes(CheckedTable table, CheckedNode common) {
        this.table = table;
        this.common = common;
    }

    List<CheckFinding> findings() {
        LogicTable logic = table.logic();
        if (!logic.isSpread()) {
            return List.of();
        }
        List<CheckFinding> findings = new ArrayList<>();
        List<String> sharding =
                logic.shardingColumns().stream().map(table::stored).toList();
        String generated = logic.keyGeneration() == null
                ? null
                : table.stored(logic.keyGeneration().column());
        for (IndexStructure index : common.known().indexes()) {
            if (index.unique() && !index.columns().isEmpty() && !holds(index, sharding) && !holds(index, generated)) {
                findings.add(local(index, sharding));
            }
        }
        for (ColumnStructure column : common.known().columns()) {
            if (column.isCounted() && !column.name().equalsIgnoreCase(generated)) {
                findings.add(table.whole(
                        FindingKind.COUNTED_BY_NODE,
                        Severity.WARNING,
                        "Each node counts column " + table.shown(column.name())
                                + " by itself, so that rows of different nodes get the same value.",
                        "Give the table a keyGenerateStrategy with this column.",
                        List.of()));
            }
        }
        return findings;
    }

    /** No sharding columns are held by none: hints place the rows. */
    private static boolean holds(IndexStructure index, List<String> columns) {
        return !columns.isEmpty() && columns.stream().allMatch(column -> holds(index, column));
    }

    private static boolean holds(IndexStructure index, @Nullable String column) {
        return column != null && index.columns().stream().anyMatch(column::equalsIgnoreCase);
    }

    private CheckFinding local(IndexStructure index, List<String> sharding) {
        List<String> parts = new ArrayList<>(index.parts());
        List<String> columns = new ArrayList<>(index.columns());
        for (String column : sharding) {
            ColumnStructure lacking =
                    holds(index, column) ? null : common.known().column(column);
            if (lacking != null) {
                columns.add(lacking.name());
                parts.add(common.sql().written(lacking.name()));
            }
        }
        IndexStructure wider = new IndexStructure(
                index.name(), true, index.primary(), columns, parts, index.condition(), index.constraint());
        return table.whole(
                FindingKind.UNIQUE_KEY_LOCAL,
                Severity.WARNING,
                "The " + index.shape() + " does not contain the sharding column"
                        + (sharding.size() == 1 ? " " : "s ") + CheckedTable.list(sharding)
                        + ": two nodes may have equal rows.",
                "Generate the key by a keyGenerateStrategy, or add the sharding columns to it on each node.",
                sql(index, wider));
    }

    private List<String> sql(IndexStructure index, IndexStructure wider) {
        if (wider.columns().size() == index.columns().size()) {
            return List.of();
        }
        return table.onEach(node -> {
            for (IndexStructure each : node.known().indexes()) {
                if (each.shape().equalsIgnoreCase(index.shape())) {
                    return CheckedTable.present(
                            node.sql().drop(node.stored(), each), node.sql().create(node.stored(), each.name(), wider));
                }
            }
            return List.of();
        });
    }
}
