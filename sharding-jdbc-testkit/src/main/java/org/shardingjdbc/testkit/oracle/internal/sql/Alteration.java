package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.DatabaseKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnKind;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.GeneratedStatement;
import org.shardingjdbc.testkit.oracle.internal.model.RandomChoices;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.schema.GeneratedTable;

/**
 * A change of a table's columns.
 *
 * @param statement ALTER TABLE, which is undone by making the table anew
 * @param after the table as it is then
 */
record Alteration(GeneratedStatement statement, TableModel after) {

    /** Adds, drops, renames or widens a column. */
    static Alteration any(DatabaseKind kind, TableModel table, RandomChoices choices) {
        List<ColumnModel> columns = table.columns();
        List<ColumnModel> free = columns.stream()
                .filter(column -> !table.primaryKey().contains(column.name())
                        && !table.shardingColumns().contains(column.name()))
                .toList();
        ColumnModel some = free.isEmpty() ? null : free.get(choices.next(free.size()));
        int what = some == null ? 0 : choices.next(5);
        List<ColumnModel> others = new ArrayList<>(columns);
        boolean mySqlFamily = kind == DatabaseKind.MARIADB || kind == DatabaseKind.MYSQL;
        switch (what) {
            case 2 -> {
                others.remove(some);
                return of(kind, table, "DROP COLUMN " + some.name(), others);
            }
            case 3 -> {
                String to = "renamed";
                others.set(
                        columns.indexOf(some),
                        new ColumnModel(to, some.kind(), some.nullable(), some.type(), some.samples()));
                String change =
                        switch (kind) {
                            case H2 -> "ALTER COLUMN " + some.name() + " RENAME TO " + to;
                            case POSTGRESQL -> "RENAME COLUMN " + some.name() + " TO " + to;
                            case MARIADB, MYSQL ->
                                "CHANGE " + some.name() + " " + to + " " + some.type()
                                        + (some.nullable() ? " NULL" : " NOT NULL");
                        };
                return of(kind, table, change, others);
            }
            case 4 -> {
                if (some.kind() != ColumnKind.INTEGER) {
                    return added(kind, table, choices);
                }
                others.set(
                        columns.indexOf(some),
                        new ColumnModel(some.name(), ColumnKind.LONG, some.nullable(), "BIGINT", some.samples()));
                String change = mySqlFamily
                        ? "MODIFY " + some.name() + " BIGINT" + (some.nullable() ? " NULL" : " NOT NULL")
                        : "ALTER COLUMN " + some.name() + " SET DATA TYPE BIGINT";
                return of(kind, table, change, others);
            }
            default -> {
                return added(kind, table, choices);
            }
        }
    }

    private static Alteration added(DatabaseKind kind, TableModel table, RandomChoices choices) {
        List<ColumnModel> others = new ArrayList<>(table.columns());
        boolean number = choices.chance(50);
        ColumnModel more = number
                ? new ColumnModel("more", ColumnKind.INTEGER, true, "INT", List.of("7", "1", "3"))
                : new ColumnModel("more", ColumnKind.DATE, true, "DATE", List.of("DATE '2024-01-15'"));
        String missing = number ? choices.pick("", " DEFAULT 7") : "";
        boolean first = kind != DatabaseKind.POSTGRESQL && choices.chance(40);
        String place = kind == DatabaseKind.H2 ? " BEFORE " : " AFTER ";
        others.add(first ? kind == DatabaseKind.H2 ? 0 : 1 : others.size(), more);
        String at = first ? place + table.columns().get(0).name() : "";
        return of(kind, table, "ADD COLUMN more " + more.type() + missing + at, others);
    }

    private static Alteration of(DatabaseKind kind, TableModel table, String change, List<ColumnModel> columns) {
        TableModel after = new TableModel(
                table.name(),
                table.role(),
                table.shardingColumns(),
                table.bindingGroup(),
                columns,
                table.primaryKey(),
                table.generated());
        String create = new GeneratedTable(table, null, List.of()).createStatement(kind);
        return new Alteration(
                GeneratedStatement.definition(
                        "ALTER TABLE " + table.name() + " " + change, "DROP TABLE IF EXISTS " + table.name(), create),
                after);
    }
}
