package org.shardingjdbc.testkit.oracle.internal.sql;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.testkit.oracle.internal.draft.Field;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomDraft;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomLiterals;
import org.shardingjdbc.testkit.oracle.internal.draft.RandomScope;
import org.shardingjdbc.testkit.oracle.internal.draft.Source;
import org.shardingjdbc.testkit.oracle.internal.model.ColumnModel;
import org.shardingjdbc.testkit.oracle.internal.model.TableModel;
import org.shardingjdbc.testkit.oracle.internal.model.ValueType;

/** INSERT of values and of what a query answers. One for each statement. */
final class Inserts {
    private final RandomDraft draft;
    private final Parts parts;
    private final RandomRows rows;

    Inserts(RandomDraft draft, Parts parts, RandomRows rows) {
        this.draft = draft;
        this.parts = parts;
        this.rows = rows;
    }

    String values(TableModel table) {
        if (draft.mariaDb() && draft.chance(10)) {
            return set(table);
        }
        boolean all = table.generated() == null && draft.chance(12);
        List<ColumnModel> columns = all ? table.columns() : rows.columns(table);
        boolean asked = !all && table.generated() != null && draft.chance(40);
        String names = all ? "" : " (" + RandomRows.names(columns) + (asked ? ", " + table.generated() : "") + ")";
        String into = draft.mariaDb() && draft.chance(6) ? "INSERT IGNORE INTO " : "INSERT INTO ";
        return into + table.name() + names + " VALUES " + several(table, columns, true, asked);
    }

    /** One row or several. */
    String several(TableModel table, List<ColumnModel> columns, boolean newKeys) {
        return several(table, columns, newKeys, false);
    }

    /** @param asked whether a value is asked for in words that the database takes for "make one" */
    private String several(TableModel table, List<ColumnModel> columns, boolean newKeys, boolean asked) {
        List<String> texts = new ArrayList<>();
        do {
            List<String> values = new ArrayList<>(rows.values(table, columns, newKeys));
            if (asked) {
                values.add(toBeMade());
            }
            texts.add(RandomRows.row(values));
        } while (texts.size() < 6 && draft.chance(35));
        return String.join(", ", texts);
    }

    private String toBeMade() {
        if (!draft.mariaDb()) {
            return "DEFAULT";
        }
        int word = draft.next(4);
        boolean parameter = word < 2 && draft.wantsParameter();
        return switch (word) {
            case 0 -> parameter ? draft.parameter(null) : "NULL";
            case 1 -> parameter ? draft.parameter(0L) : "0";
            case 2 -> "NULL";
            default -> "DEFAULT";
        };
    }

    private String set(TableModel table) {
        List<ColumnModel> columns = rows.columns(table);
        List<String> values = rows.values(table, columns, true);
        List<String> assignments = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            assignments.add(columns.get(i).name() + " = " + values.get(i));
        }
        return "INSERT INTO " + table.name() + " SET " + String.join(", ", assignments);
    }

    /** A row unless there is one like it. */
    String unlessThere(TableModel table) {
        List<ColumnModel> columns = rows.columns(table);
        List<String> values = rows.values(table, columns, true).stream()
                .map(v -> v.equals("DEFAULT") ? "NULL" : v)
                .toList();
        Source source = parts.from().source(table, draft.alias(table.name()));
        RandomScope scope = new RandomScope(List.of(source), true, null);
        return "INSERT INTO " + table.name() + " (" + RandomRows.names(columns) + ") SELECT "
                + String.join(", ", values)
                + (draft.mariaDb() ? " FROM DUAL" : "") + " WHERE NOT EXISTS (SELECT 1 FROM " + table.name() + " "
                + source.name() + " WHERE " + parts.predicates().simple(scope).sql() + ")";
    }

    /** INSERT ... SELECT with keys that are counted up; null where the keys are no numbers. */
    String select(TableModel table) {
        ColumnModel fresh = rows.fresh(table);
        if (fresh == null || !counted(fresh)) {
            return null;
        }
        TableModel from = draft.weighted(7, 3) == 0 ? table : parts.from().table();
        ColumnModel number = from.equals(table) ? fresh : single(from);
        if (number == null) {
            return null;
        }
        Source source = parts.from().source(from, draft.alias(from.name()));
        RandomScope scope = new RandomScope(List.of(source), true, null);
        List<ColumnModel> columns = rows.columns(table);
        List<String> values = new ArrayList<>();
        for (ColumnModel column : columns) {
            values.add(
                    column.equals(fresh)
                            ? source.name() + "." + number.name() + " + " + rows.offset()
                            : value(source, column, from.equals(table)));
        }
        String where =
                draft.chance(85) ? " WHERE " + parts.predicates().where(scope).sql() : "";
        String order = draft.chance(10) ? " ORDER BY " + source.name() + "." + number.name() : "";
        return "INSERT INTO " + table.name() + " (" + RandomRows.names(columns) + ") SELECT "
                + String.join(", ", values) + " FROM " + from.name() + " " + source.name() + where + order;
    }

    private static boolean counted(ColumnModel column) {
        return ValueType.of(column.kind()) == ValueType.INTEGER
                && RandomLiterals.bound(column) < 1e7
                && !column.type().toUpperCase(java.util.Locale.ROOT).contains("SMALL");
    }

    private static ColumnModel single(TableModel table) {
        if (table.primaryKey().size() != 1) {
            return null;
        }
        ColumnModel column = table.column(table.primaryKey().get(0));
        return counted(column) ? column : null;
    }

    /** What a column of the new row is made of. */
    private String value(Source source, ColumnModel column, boolean same) {
        boolean literal = draft.chance(same ? 8 : 25);
        for (Field field : source.fields()) {
            boolean fits = same
                    ? field.name().equals(column.name())
                    : field.model().kind() == column.kind()
                            && field.model().type().equals(column.type());
            if (fits && !literal) {
                String name = source.name() + "." + field.name();
                boolean missing = field.model().nullable() && !column.nullable();
                return missing ? "COALESCE(" + name + ", " + column.samples().get(0) + ")" : name;
            }
        }
        return draft.literally(() -> parts.literals().like(rows.field(column)));
    }
}
