package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;

/** INSERT that does something else where the row is there. One for each statement. */
final class Upserts {
    private final RandomDraft draft;
    private final Inserts inserts;
    private final RandomRows rows;
    private final Assignments assignments;

    Upserts(RandomDraft draft, Inserts inserts, RandomRows rows, Assignments assignments) {
        this.draft = draft;
        this.inserts = inserts;
        this.rows = rows;
        this.assignments = assignments;
    }

    String of(TableModel table) {
        List<ColumnModel> columns = rows.columns(table);
        boolean newKey = draft.chance(35);
        String values = draft.chance(15)
                ? inserts.several(table, columns, true)
                : RandomRows.row(rows.values(table, columns, newKey));
        String names = table.name() + " (" + RandomRows.names(columns) + ")";
        if (draft.h2()) {
            return merge(table, columns, newKey);
        }
        if (draft.postgreSql() && draft.chance(20)) {
            return standardMerge(table, columns, rows.values(table, columns, newKey), "");
        }
        if (draft.postgreSql()) {
            return "INSERT INTO " + names + " VALUES " + values + conflict(table, columns);
        }
        return switch (draft.weighted(60, 20, 20)) {
            case 1 -> "REPLACE INTO " + names + " VALUES " + values;
            case 2 -> "INSERT IGNORE INTO " + names + " VALUES " + values;
            default -> "INSERT INTO " + names + " VALUES " + values + duplicate(table, columns);
        };
    }

    private String conflict(TableModel table, List<ColumnModel> columns) {
        String target = " ON CONFLICT (" + String.join(", ", table.primaryKey()) + ")";
        List<ColumnModel> changed = changed(table, columns);
        if (changed.isEmpty() || draft.chance(35)) {
            return draft.pick(" ON CONFLICT", target) + " DO NOTHING";
        }
        List<String> sets = new ArrayList<>();
        for (ColumnModel column : changed) {
            sets.add(column.name() + " = "
                    + (draft.chance(70) ? "EXCLUDED." + column.name() : assignments.constant(column)));
        }
        String where = draft.chance(12) ? " WHERE EXCLUDED." + columns.get(0).name() + " IS NOT NULL" : "";
        return target + " DO UPDATE SET " + String.join(", ", sets) + where;
    }

    private String duplicate(TableModel table, List<ColumnModel> columns) {
        List<ColumnModel> changed = changed(table, columns);
        if (changed.isEmpty()) {
            String key = table.primaryKey().get(0);
            return " ON DUPLICATE KEY UPDATE " + key + " = " + key;
        }
        List<String> sets = new ArrayList<>();
        for (ColumnModel column : changed) {
            sets.add(column.name() + " = "
                    + (draft.chance(70) ? "VALUES(" + column.name() + ")" : assignments.constant(column)));
        }
        return " ON DUPLICATE KEY UPDATE " + String.join(", ", sets);
    }

    /** Columns that are no key; a sharding column among them now and then. */
    private List<ColumnModel> changed(TableModel table, List<ColumnModel> columns) {
        List<ColumnModel> able = new ArrayList<>();
        for (ColumnModel column : columns) {
            boolean sharding = table.shardingColumns().contains(column.name());
            if (!table.primaryKey().contains(column.name()) && (!sharding || draft.chance(12))) {
                able.add(column);
            }
        }
        List<ColumnModel> changed = new ArrayList<>();
        while (!able.isEmpty() && (changed.isEmpty() || draft.chance(40))) {
            ColumnModel column = draft.pick(able);
            able.remove(column);
            changed.add(column);
        }
        return changed;
    }

    /** H2's own MERGE, and the standard one. */
    private String merge(TableModel table, List<ColumnModel> columns, boolean newKey) {
        List<String> values = rows.values(table, columns, newKey);
        if (draft.weighted(6, 4) == 0) {
            String key = draft.chance(60) ? " KEY (" + String.join(", ", table.primaryKey()) + ")" : "";
            return "MERGE INTO " + table.name() + " (" + RandomRows.names(columns) + ")" + key + " VALUES "
                    + RandomRows.row(values);
        }
        return standardMerge(table, columns, values, "m.");
    }

    /** @param target what stands before the columns of SET */
    private String standardMerge(TableModel table, List<ColumnModel> columns, List<String> values, String target) {
        List<String> items = new ArrayList<>();
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            String value = values.get(i).equals("DEFAULT") ? "NULL" : values.get(i);
            items.add("CAST(" + value + " AS " + columns.get(i).type() + ") AS "
                    + columns.get(i).name());
            taken.add("s." + columns.get(i).name());
        }
        List<String> on = new ArrayList<>();
        table.primaryKey().forEach(k -> on.add("m." + k + " = s." + k));
        List<String> sets = new ArrayList<>();
        changed(table, columns).forEach(c -> sets.add(target + c.name() + " = s." + c.name()));
        String matched = sets.isEmpty() ? "" : " WHEN MATCHED THEN UPDATE SET " + String.join(", ", sets);
        return "MERGE INTO " + table.name() + " m USING (SELECT " + String.join(", ", items) + ") s ON "
                + String.join(" AND ", on) + matched + " WHEN NOT MATCHED THEN INSERT (" + RandomRows.names(columns)
                + ") VALUES (" + String.join(", ", taken) + ")";
    }
}
