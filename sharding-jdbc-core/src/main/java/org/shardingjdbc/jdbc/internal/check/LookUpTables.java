package org.shardingjdbc.jdbc.internal.check;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.structure.ColumnStructure;
import org.shardingjdbc.dialect.internal.structure.IndexStructure;
import org.shardingjdbc.dialect.internal.structure.TableStructure;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.jdbc.check.CheckFinding;
import org.shardingjdbc.jdbc.check.CheckFinding.Severity;
import org.shardingjdbc.jdbc.check.FindingKind;
import org.shardingjdbc.route.internal.bind.ColumnEquality;
import org.shardingjdbc.rule.lookup.LookUp;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/** Whether the entries of look-ups can be what their rules say, by the definitions of their tables. One per check. */
final class LookUpTables {
    private final Deployment deployment;
    private final CheckedTables tables;
    private final List<CheckFinding> findings = new ArrayList<>();

    LookUpTables(Deployment deployment, CheckedTables tables) {
        this.deployment = deployment;
        this.tables = tables;
    }

    /** Whether a deployment has any. */
    static boolean areIn(Deployment deployment) {
        return deployment.rules().tables().stream()
                .anyMatch(table -> !deployment.rules().lookUps(table.name()).isEmpty());
    }

    List<CheckFinding> findings() {
        for (CheckedTable owner : tables.all()) {
            if (!owner.written().isEmpty()) {
                deployment.rules().lookUps(owner.name()).forEach(lookUp -> check(lookUp, owner));
            }
        }
        return findings;
    }

    private void check(LookUp lookUp, CheckedTable owner) {
        CheckedTable entries = tables.table(lookUp.table());
        if (entries == null || entries.nodes().isEmpty() || lookUp.primaryKey().isEmpty()) {
            return;
        }
        CheckedNode rows = owner.written().get(0);
        List<ColumnStructure> wanted = wanted(lookUp, owner, rows);
        if (wanted.isEmpty()) {
            return;
        }
        TableStructure model = new TableStructure(lookUp.table(), wanted, List.of(primaryKey(lookUp, rows)), List.of());
        if (entries.there().isEmpty()) {
            findings.add(new CheckFinding(
                    FindingKind.LOOK_UP_TABLE_MISSING,
                    Severity.ERROR,
                    lookUp.table(),
                    null,
                    "The look-up " + lookUp.name() + " of " + owner.name() + " has no table for its entries.",
                    "Create it by this statement on the sharding data source, before " + owner.name() + " has rows.",
                    List.of(rows.sql().create(rows.stored(lookUp.table()), model))));
            return;
        }
        entries.written().forEach(node -> compare(lookUp, owner, entries, node, model));
        checkPlaces(lookUp, entries);
    }

    /** The columns of the entries, as those of the rows are; empty after a mistake. */
    private List<ColumnStructure> wanted(LookUp lookUp, CheckedTable owner, CheckedNode rows) {
        List<String> from = new ArrayList<>(lookUp.columns());
        from.addAll(lookUp.gives());
        from.addAll(lookUp.copied());
        List<String> to = new ArrayList<>(lookUp.keys());
        to.addAll(lookUp.from());
        to.addAll(lookUp.copied());
        List<ColumnStructure> wanted = new ArrayList<>();
        boolean sound = true;
        for (int i = 0; i < from.size(); i++) {
            ColumnStructure row = rows.known().column(owner.stored(from.get(i)));
            if (row == null) {
                sound = false;
                findings.add(owner.whole(
                        FindingKind.LOOK_UP_TABLE_DIFFERS,
                        Severity.ERROR,
                        "The look-up " + lookUp.name() + " names column " + from.get(i) + ", which its actual tables do"
                                + " not have.",
                        "Name a column that they have: "
                                + CheckedTable.list(rows.known().columns().stream()
                                        .map(ColumnStructure::name)
                                        .toList())
                                + ".",
                        List.of()));
                continue;
            }
            if (i < lookUp.columns().size() && !isFoundAgain(row)) {
                sound = false;
                findings.add(owner.whole(
                        FindingKind.LOOK_UP_TABLE_DIFFERS,
                        Severity.ERROR,
                        "Rows are looked up by column " + from.get(i) + " of type " + row.type() + " in "
                                + lookUp.name() + ", of which not each value that is read finds itself again.",
                        "Look up by a column of another type: DECIMAL for numbers, VARCHAR for texts.",
                        List.of()));
            }
            boolean key = lookUp.primaryKey().stream().anyMatch(to.get(i)::equalsIgnoreCase);
            wanted.add(new ColumnStructure(
                    rows.sql().names().folded().apply(to.get(i)),
                    row.type(),
                    !key && row.nullable(),
                    null,
                    null,
                    row.collation()));
        }
        return sound ? wanted : List.of();
    }

    /** Not a number that is rounded, nor a text with blanks that are and are not there. */
    private static boolean isFoundAgain(ColumnStructure column) {
        String type = column.type().toLowerCase(Locale.ROOT);
        boolean rounded = type.startsWith("float") || type.startsWith("real") || type.startsWith("double");
        boolean padded = type.startsWith("char") && !type.contains("varying") || type.startsWith("bpchar");
        return !rounded && !padded;
    }

    private static IndexStructure primaryKey(LookUp lookUp, CheckedNode rows) {
        List<String> columns =
                lookUp.primaryKey().stream().map(rows.sql().names().folded()).toList();
        List<String> parts = columns.stream().map(rows.sql()::written).toList();
        return new IndexStructure("", true, true, columns, parts, null, null);
    }

    private void compare(
            LookUp lookUp, CheckedTable owner, CheckedTable entries, CheckedNode node, TableStructure model) {
        for (ColumnStructure wanted : model.columns()) {
            ColumnStructure here = node.known().column(entries.stored(wanted.name()));
            if (here == null) {
                differs(
                        lookUp,
                        entries,
                        node,
                        "has no column " + wanted.name() + ", in which it keeps values of " + owner.name() + ".",
                        List.of(node.sql().add(node.stored(), wanted)));
            } else if (!here.type().equalsIgnoreCase(wanted.type())
                    || !Objects.equals(here.collation(), wanted.collation())) {
                ColumnStructure like = new ColumnStructure(
                        here.name(),
                        wanted.type(),
                        here.nullable(),
                        here.defaultValue(),
                        here.generation(),
                        wanted.collation());
                differs(
                        lookUp,
                        entries,
                        node,
                        "has column " + here.name() + " as " + here.typeAndCollation() + ", and " + owner.name()
                                + " has it as " + wanted.typeAndCollation() + ".",
                        node.sql().change(node.stored(), here, like));
            }
        }
        IndexStructure key = model.primaryKey();
        if (key != null && node.visit().known().complete() && !hasSameKey(node, key)) {
            differs(
                    lookUp,
                    entries,
                    node,
                    "has not the primary key (" + CheckedTable.list(key.columns())
                            + "), by which two entries of the same" + " row are told.",
                    CheckedTable.present(node.sql().create(node.stored(), node.stored() + "_key", key)));
        }
    }

    private static boolean hasSameKey(CheckedNode node, IndexStructure wanted) {
        IndexStructure key = node.known().primaryKey();
        return key != null
                && key.columns().size() == wanted.columns().size()
                && key.columns().stream()
                        .allMatch(column -> wanted.columns().stream().anyMatch(column::equalsIgnoreCase));
    }

    private void differs(LookUp lookUp, CheckedTable entries, CheckedNode node, String what, List<String> sql) {
        findings.add(entries.at(
                node,
                FindingKind.LOOK_UP_TABLE_DIFFERS,
                Severity.ERROR,
                "The table of look-up " + lookUp.name() + " " + what,
                "Make it as the look-up needs it, or drop it and create it anew.",
                sql));
    }

    /** Equal values that are in two places are no duplicates there. */
    private void checkPlaces(LookUp lookUp, CheckedTable entries) {
        LogicTable logic = entries.logic();
        TableSchema schema = lookUp.isUnique() && logic.isSpread() ? schema(logic) : null;
        if (schema == null) {
            return;
        }
        for (String name : logic.shardingColumns()) {
            ColumnSchema column = schema.column(name);
            if (column != null && column.jdbcType() != Types.OTHER && !isExact(column)) {
                findings.add(entries.whole(
                        FindingKind.LOOK_UP_TABLE_DIFFERS,
                        Severity.ERROR,
                        "The look-up " + lookUp.name() + " is unique, and its table is sharded by column " + name
                                + ", of which the database takes different texts for equal: these may be on two nodes.",
                        "Give the column a collation that tells texts apart in both tables, or keep the entries in one"
                                + " actual table.",
                        List.of()));
            }
        }
    }

    private @Nullable TableSchema schema(LogicTable logic) {
        return deployment.catalog().table(logic);
    }

    private boolean isExact(ColumnSchema column) {
        return ColumnEquality.isExact(column, deployment.dialect());
    }
}
