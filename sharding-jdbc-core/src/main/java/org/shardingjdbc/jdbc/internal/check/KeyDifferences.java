package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.ForeignKeyStructure;
import org.shardingjdbc.dialect.internal.structure.IndexStructure;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;

/** What is different in the keys and indexes of one node, compared with one that is as most are. One per comparison. */
final class KeyDifferences {
    private final CheckedTable table;
    private final CheckedNode common;
    private final CheckedNode node;
    private final ForeignKeyTargets targets;
    private final List<CheckFinding> findings = new ArrayList<>();

    KeyDifferences(CheckedTable table, CheckedNode common, CheckedNode node, ForeignKeyTargets targets) {
        this.table = table;
        this.common = common;
        this.node = node;
        this.targets = targets;
    }

    /**
     * The name of an object of a node's table: that of the same object elsewhere, with the other actual table's name
     * replaced where it is in it.
     */
    static String name(String there, CheckedNode from, CheckedNode to) {
        int at = there.toLowerCase(Locale.ROOT).indexOf(from.stored().toLowerCase(Locale.ROOT));
        if (at >= 0) {
            return there.substring(0, at)
                    + to.stored()
                    + there.substring(at + from.stored().length());
        }
        boolean taken = to.visit().known().tables().stream()
                        .flatMap(each -> each.foreignKeys().stream())
                        .anyMatch(key -> key.name().equalsIgnoreCase(there))
                || !to.visit().pool().dialect().naming().indexesAreOfTables()
                        && to.visit().known().tables().stream()
                                .flatMap(each -> each.indexes().stream())
                                .anyMatch(index -> index.name().equalsIgnoreCase(there));
        return taken ? there + "_" + to.stored() : there;
    }

    List<CheckFinding> findings() {
        comparePrimaryKeys();
        compareIndexes();
        compareForeignKeys();
        return findings;
    }

    private void comparePrimaryKeys() {
        IndexStructure here = node.known().primaryKey();
        IndexStructure there = common.known().primaryKey();
        if (columns(here).equals(columns(there))) {
            return;
        }
        add(
                FindingKind.PRIMARY_KEY_DIFFERS,
                Severity.ERROR,
                "Its primary key is " + shown(here) + ", that of " + common + " is " + shown(there) + ".",
                "Give it the same primary key.",
                CheckedTable.present(
                        here == null ? null : node.sql().drop(node.stored(), here),
                        there == null ? null : node.sql().create(node.stored(), there.name(), there)));
    }

    private static String columns(@Nullable IndexStructure key) {
        return key == null ? "" : key.shape().toLowerCase(Locale.ROOT);
    }

    private static String shown(@Nullable IndexStructure key) {
        return key == null ? "none" : "(" + String.join(", ", key.parts()) + ")";
    }

    private void compareIndexes() {
        Function<IndexStructure, String> shape = index -> index.shape().toLowerCase(Locale.ROOT);
        // what is dropped makes room for the names of what is created
        for (IndexStructure index : missing(secondary(node), secondary(common), shape)) {
            add(
                    FindingKind.INDEX_SURPLUS,
                    Severity.WARNING,
                    "The " + index.shape() + " is here as " + index.name() + " and not in " + common + ".",
                    "Drop it, or create it on the other nodes.",
                    List.of(node.sql().drop(node.stored(), index)));
        }
        for (IndexStructure index : missing(secondary(common), secondary(node), shape)) {
            add(
                    FindingKind.INDEX_MISSING,
                    index.unique() ? Severity.ERROR : Severity.WARNING,
                    "The " + index.shape() + " is missing, which " + common + " has as " + index.name() + ".",
                    index.unique() ? "Remove rows that are equal in it, then create it." : "Create it.",
                    CheckedTable.present(node.sql().create(node.stored(), name(index.name(), common, node), index)));
        }
    }

    private static List<IndexStructure> secondary(CheckedNode of) {
        return of.known().indexes().stream().filter(index -> !index.primary()).toList();
    }

    private void compareForeignKeys() {
        Function<ForeignKeyStructure, String> shape =
                key -> key.shape(targets.common(key.table())).toLowerCase(Locale.ROOT);
        List<ForeignKeyStructure> here = node.known().foreignKeys();
        List<ForeignKeyStructure> there = common.known().foreignKeys();
        for (ForeignKeyStructure key : missing(there, here, shape)) {
            add(
                    FindingKind.FOREIGN_KEY_MISSING,
                    Severity.WARNING,
                    "The " + key.shape(targets.common(key.table())) + " is missing, which " + common + " has as "
                            + key.name() + ".",
                    "Remove rows that refer to none, then create it.",
                    List.of(node.sql()
                            .create(
                                    node.stored(),
                                    name(key.name(), common, node),
                                    key,
                                    targets.beside(key.table(), node))));
        }
        for (ForeignKeyStructure key : missing(here, there, shape)) {
            add(
                    FindingKind.FOREIGN_KEY_SURPLUS,
                    Severity.WARNING,
                    "The " + key.shape(targets.common(key.table())) + " is here as " + key.name() + " and not in "
                            + common + ".",
                    "Drop it, or create it on the other nodes.",
                    List.of(node.sql().drop(node.stored(), key)));
        }
    }

    /** Those of the first ones that have no partner of their shape among the others. */
    private static <T> List<T> missing(List<T> of, List<T> among, Function<T, String> shape) {
        List<String> left = new ArrayList<>(among.stream().map(shape).toList());
        List<T> missing = new ArrayList<>();
        for (T each : of) {
            if (!left.remove(shape.apply(each))) {
                missing.add(each);
            }
        }
        return missing;
    }

    private void add(FindingKind kind, Severity severity, String what, String remedy, List<String> sql) {
        findings.add(table.at(node, kind, severity, what, remedy, sql));
    }
}
