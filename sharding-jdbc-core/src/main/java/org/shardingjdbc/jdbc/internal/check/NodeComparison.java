package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.IndexStructure;
import org.shardingjdbc.dialect.internal.structure.TableStructure;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.rule.internal.Placements;

/**
 * Compares the actual tables of one logic table. Right is what most of them have; of two that are as frequent, the one
 * that comes first. One per table.
 */
final class NodeComparison {
    private final Placements rules;
    private final CheckedTable table;
    private final ForeignKeyTargets targets;
    private final @Nullable CheckedNode common;

    NodeComparison(Placements rules, CheckedTables tables, CheckedTable table) {
        this.rules = rules;
        this.table = table;
        this.targets = new ForeignKeyTargets(rules, tables);
        this.common = mostFrequent();
    }

    /** The first node that is as most are; null when there is no actual table. */
    @Nullable
    CheckedNode common() {
        return common;
    }

    private @Nullable CheckedNode mostFrequent() {
        Map<String, List<CheckedNode>> alike = new LinkedHashMap<>();
        List<CheckedNode> there = table.written().isEmpty() ? table.there() : table.written();
        for (CheckedNode node : there) {
            alike.computeIfAbsent(shape(node), shape -> new ArrayList<>()).add(node);
        }
        List<CheckedNode> most = List.of();
        for (List<CheckedNode> group : alike.values()) {
            most = group.size() > most.size() ? group : most;
        }
        return most.isEmpty() ? null : most.get(0);
    }

    /** Equal for tables that are defined alike. */
    private String shape(CheckedNode node) {
        StringBuilder shape = new StringBuilder();
        ColumnDifferences.shape(node, table.name(), shape);
        node.known().indexes().stream().map(IndexStructure::shape).sorted().forEach(shape::append);
        node.known().foreignKeys().stream()
                .map(key -> key.shape(targets.common(key.table())))
                .sorted()
                .forEach(shape::append);
        return shape.toString();
    }

    List<CheckFinding> findings() {
        List<CheckFinding> findings = new ArrayList<>();
        if (common == null) {
            if (!table.nodes().isEmpty()) {
                findings.add(table.whole(
                        FindingKind.TABLE_MISSING,
                        Severity.ERROR,
                        table.nodes().size() == 1
                                ? "Its only actual table " + table.nodes().get(0) + " is not there."
                                : "None of its " + table.nodes().size() + " actual tables is there.",
                        "Create it by a CREATE TABLE " + table.name()
                                + " on the sharding data source, which makes all of them; or take it out of the rules.",
                        List.of()));
            }
            return findings;
        }
        for (CheckedNode node : table.nodes()) {
            if (!node.isThere()) {
                findings.add(missing(node, common));
            } else if (node != common) {
                compare(node, common, findings);
            }
            if (node.isThere()) {
                findings.addAll(targets.crossing(table, node));
            }
        }
        return findings;
    }

    private CheckFinding missing(CheckedNode node, CheckedNode model) {
        TableStructure like = model.known();
        List<String> sql = new ArrayList<>();
        sql.add(node.sql().create(node.stored(), like));
        for (IndexStructure index : like.indexes()) {
            if (!index.primary()) {
                sql.addAll(CheckedTable.present(
                        node.sql().create(node.stored(), KeyDifferences.name(index.name(), model, node), index)));
            }
        }
        like.foreignKeys()
                .forEach(key -> sql.add(node.sql()
                        .create(
                                node.stored(),
                                KeyDifferences.name(key.name(), model, node),
                                key,
                                targets.beside(key.table(), node))));
        return table.at(
                node,
                FindingKind.TABLE_MISSING,
                Severity.ERROR,
                "The actual table is not there.",
                "Create it as " + model + " is"
                        + (node.visit().replica() ? ", or look why the replica lacks it." : "."),
                sql);
    }

    private void compare(CheckedNode node, CheckedNode model, List<CheckFinding> findings) {
        findings.addAll(new ColumnDifferences(table, model, node).findings());
        if (node.visit().known().complete()) {
            findings.addAll(new KeyDifferences(table, model, node, targets).findings());
        }
    }

    @Override
    public String toString() {
        return table.name() + " of " + rules.allDataSourceNames();
    }
}
