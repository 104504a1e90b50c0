package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * A logic table with its nodes. Immutable.
 *
 * @param logic as rules place it
 * @param transformed the columns that rules transform
 * @param nodes those where rows are written and their copies, node by node, of databases that answered
 */
record CheckedTable(LogicTable logic, List<TransformedColumn> transformed, List<CheckedNode> nodes) {
    CheckedTable {
        transformed = List.copyOf(transformed);
        nodes = List.copyOf(nodes);
    }

    String name() {
        return logic.name();
    }

    /** The nodes that have the table and where rows are written. */
    List<CheckedNode> written() {
        return nodes.stream()
                .filter(node -> node.isThere() && !node.visit().replica())
                .toList();
    }

    /** The nodes that have the table. */
    List<CheckedNode> there() {
        return nodes.stream().filter(CheckedNode::isThere).toList();
    }

    /** The actual name of a column that statements know. */
    String stored(String column) {
        for (TransformedColumn each : transformed) {
            if (each.name().equalsIgnoreCase(column)) {
                return each.stored();
            }
        }
        return column;
    }

    /** An actual column as messages name it: with the logic column that it is a part of. */
    String shown(String column) {
        for (TransformedColumn each : transformed) {
            if (each.hides(column)) {
                return column + " (of " + each.name() + ")";
            }
        }
        return column;
    }

    /** A finding of one node. */
    CheckFinding at(
            CheckedNode node, FindingKind kind, Severity severity, String what, String remedy, List<String> sql) {
        return new CheckFinding(kind, severity, name(), node.toString(), what, remedy, sql);
    }

    /** A finding of all nodes. */
    CheckFinding whole(FindingKind kind, Severity severity, String what, String remedy, List<String> sql) {
        return new CheckFinding(kind, severity, name(), null, what, remedy, sql);
    }

    /** The statements of each node where rows are written, behind a comment that names its data source. */
    List<String> onEach(Function<CheckedNode, List<String>> statements) {
        List<String> all = new ArrayList<>();
        for (CheckedNode node : written()) {
            statements.apply(node).forEach(each -> all.add("/* " + node.visit().name() + " */ " + each));
        }
        return all;
    }

    /** Names as they stand between parentheses. */
    static String list(List<String> names) {
        return String.join(", ", names);
    }

    /** Without those that are null. */
    static List<String> present(@Nullable String... statements) {
        List<String> present = new ArrayList<>();
        for (String statement : statements) {
            if (statement != null) {
                present.add(statement);
            }
        }
        return present;
    }
}
