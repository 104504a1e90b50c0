package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;

/** What is different in the columns of one node, compared with one that is as most are. One per comparison. */
final class ColumnDifferences {
    private final CheckedTable table;
    private final CheckedNode common;
    private final CheckedNode node;
    private final List<CheckFinding> findings = new ArrayList<>();

    ColumnDifferences(CheckedTable table, CheckedNode common, CheckedNode node) {
        this.table = table;
        this.common = common;
        this.node = node;
    }

    /** Appends what is equal for tables with equal columns. */
    static void shape(CheckedNode node, String logicTable, StringBuilder to) {
        for (ColumnStructure column : node.known().columns()) {
            to.append(column.name().toLowerCase(Locale.ROOT))
                    .append(' ')
                    .append(column.typeAndCollation())
                    .append(column.nullable())
                    .append(column.generation())
                    .append(defaultValue(column, node, logicTable))
                    .append('\n');
        }
    }

    /** Without the names of actual tables, which are in the names of their sequences. */
    private static String defaultValue(ColumnStructure column, CheckedNode node, String logicTable) {
        return column.defaultValue() == null
                ? ""
                : column.defaultValue()
                        .toLowerCase(Locale.ROOT)
                        .replace(node.stored().toLowerCase(Locale.ROOT), logicTable.toLowerCase(Locale.ROOT));
    }

    List<CheckFinding> findings() {
        for (ColumnStructure column : common.known().columns()) {
            ColumnStructure here = node.known().column(column.name());
            if (here == null) {
                add(
                        FindingKind.COLUMN_MISSING,
                        Severity.ERROR,
                        "Column " + table.shown(column.name()) + " is missing, which " + common + " has.",
                        "Add it.",
                        List.of(node.sql().add(node.stored(), column)));
            } else {
                compare(here, column);
            }
        }
        for (ColumnStructure column : node.known().columns()) {
            if (common.known().column(column.name()) == null) {
                add(
                        FindingKind.COLUMN_SURPLUS,
                        Severity.WARNING,
                        "Column " + table.shown(column.name()) + " is here and not in " + common + ".",
                        "Drop it, or add it to the other nodes.",
                        List.of(node.sql().dropColumn(node.stored(), column.name())));
            }
        }
        if (findings.stream()
                .noneMatch(finding ->
                        finding.kind() == FindingKind.COLUMN_MISSING || finding.kind() == FindingKind.COLUMN_SURPLUS)) {
            compareOrder();
        }
        return findings;
    }

    private void compare(ColumnStructure here, ColumnStructure there) {
        boolean generation = Objects.equals(here.generation(), there.generation());
        boolean value = defaultValue(here, node, table.name()).equals(defaultValue(there, common, table.name()));
        String column = "Column " + table.shown(here.name());
        List<String> sql = node.sql()
                .change(
                        node.stored(),
                        here,
                        // a default that only names another sequence is kept
                        value ? withDefault(there, here.defaultValue()) : there);
        if (!here.type().equalsIgnoreCase(there.type())) {
            add(
                    FindingKind.TYPE_DIFFERS,
                    Severity.ERROR,
                    column + " is " + here.type() + ", in " + common + " it is " + there.type() + ".",
                    "Give it the same type, after a look at its values.",
                    sql);
        } else if (!Objects.equals(here.collation(), there.collation())) {
            add(
                    FindingKind.COLLATION_DIFFERS,
                    Severity.ERROR,
                    column + " has the collation " + named(here.collation()) + ", in " + common + " it has "
                            + named(there.collation()) + ".",
                    "Give it the same collation.",
                    sql);
        }
        if (here.nullable() != there.nullable()) {
            add(
                    FindingKind.NULLABILITY_DIFFERS,
                    Severity.WARNING,
                    column
                            + (here.nullable() ? " may hold NULL, in " : " holds no NULL, in ")
                            + common
                            + (there.nullable() ? " it may." : " it may not."),
                    there.nullable() ? "Allow NULL here too." : "Replace its NULLs, then forbid them.",
                    sql);
        }
        if (!generation || !value) {
            add(
                    FindingKind.DEFAULT_DIFFERS,
                    Severity.WARNING,
                    column + " has " + defaultOf(here) + ", in " + common + " it has " + defaultOf(there) + ".",
                    generation ? "Give it the same default." : "Let its values be made in the same way.",
                    sql);
        }
    }

    private static ColumnStructure withDefault(ColumnStructure column, @Nullable String defaultValue) {
        return new ColumnStructure(
                column.name(), column.type(), column.nullable(), defaultValue, column.generation(), column.collation());
    }

    private static String named(@Nullable String collation) {
        return collation == null ? "of the database" : collation;
    }

    private static String defaultOf(ColumnStructure column) {
        if (column.generation() != null) {
            return column.generation();
        }
        return column.defaultValue() == null ? "no default" : "the default " + column.defaultValue();
    }

    private void compareOrder() {
        List<String> here = names(node);
        List<String> there = names(common);
        if (!here.equals(there)) {
            add(
                    FindingKind.COLUMN_ORDER_DIFFERS,
                    Severity.WARNING,
                    "The columns are in the order " + CheckedTable.list(here) + ", in " + common + " "
                            + CheckedTable.list(there) + ".",
                    "Name the columns in each INSERT, or make the table anew in the same order.",
                    List.of());
        }
    }

    private static List<String> names(CheckedNode of) {
        return of.known().columns().stream()
                .map(column -> column.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    private void add(FindingKind kind, Severity severity, String what, String remedy, List<String> sql) {
        findings.add(table.at(node, kind, severity, what, remedy, sql));
    }
}
