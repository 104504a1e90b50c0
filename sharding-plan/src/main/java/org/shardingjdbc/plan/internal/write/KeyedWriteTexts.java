package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.plan.internal.operator.MoveRows;
import org.shardingjdbc.plan.internal.operator.NestedStatement;
import org.shardingjdbc.plan.internal.operator.StepTemplate;
import org.shardingjdbc.plan.internal.step.StepSource;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** The statements that write one row by its primary key. One per statement; not thread-safe. */
final class KeyedWriteTexts {
    private final StepSource source;
    private final WrittenTable table;
    private final NameQuoting names;

    KeyedWriteTexts(StepSource source, WrittenTable table) {
        this.source = source;
        this.table = table;
        this.names = source.names();
    }

    StepTemplate delete(Returning returning) {
        StepTemplate.Builder text = builder().text("DELETE " + table.ignore() + "FROM ");
        if (source.dialect().writes().aliasesDeleteTargets()) {
            text.copy(table.node().span());
        } else {
            text.text(tableName());
        }
        return returning(whereKey(text), returning).build();
    }

    StepTemplate update(AssignedValues assigned, Returning returning) {
        return returning(whereKey(assign(assigned, true, table.ignore())), returning)
                .build();
    }

    private StepTemplate.Builder assign(AssignedValues assigned, boolean withKeys, String ignore) {
        StepTemplate.Builder text =
                builder().text("UPDATE " + ignore).copy(table.node().span()).text(" SET ");
        String separator = "";
        for (AssignedValues.One one : assigned.all()) {
            if (one.key() >= 0 && !withKeys) {
                continue;
            }
            text.text(separator).copy(one.column().span()).text(" = ");
            separator = ", ";
            if (one.found() >= 0) {
                text.own(table.keys().size() + one.found());
            } else {
                text.copy(one.value().span());
            }
        }
        return text;
    }

    /**
     * Of IGNORE: what else is assigned is written without it, so that a row that the database would leave out there,
     * for a CHECK that the old key breaks, is an error and does not move with its old values.
     */
    MoveRows move(AssignedValues assigned, Returning returning) {
        boolean ignores = !table.ignore().isEmpty();
        boolean others = table.places() == 0 && assigned.all().stream().anyMatch(one -> one.key() < 0);
        StepTemplate update = others ? whereKey(assign(assigned, false, "")).build() : null;
        List<String> columns = columns();
        // as it is now, where the transaction has seen it before another one changed it
        StepTemplate read = whereKey(builder().text("SELECT " + exact(columns) + " FROM " + tableName()))
                .text(source.dialect().writes().lockingClause())
                .build();
        StepTemplate delete =
                whereKey(builder().text("DELETE FROM " + tableName())).build();
        StepTemplate insert = insert(columns, assigned, returning);
        StepTemplate keep = ignores ? keep() : null;
        String obstacle = assigned.obstacle();
        if (ignores && obstacle == null) {
            obstacle = keep == null || returning != null
                    ? "what UPDATE IGNORE reports of rows that it leaves out is not known"
                    : hasOtherUniqueKeys() ? "UPDATE IGNORE would look at unique keys on other data nodes" : null;
        }
        return new MoveRows(
                routeQuery(), update, read, delete, insert, assignedOnTheWay(columns, assigned), keep, obstacle);
    }

    /** What is read of a row that moves: its key, then its other columns. */
    private List<String> columns() {
        List<String> columns = new ArrayList<>(table.keys());
        for (ColumnSchema column : table.schema().allColumns()) {
            if (!columns.contains(column.name()) && !column.computed()) {
                columns.add(column.name());
            }
        }
        return columns;
    }

    private StepTemplate insert(List<String> columns, AssignedValues assigned, Returning returning) {
        StepTemplate.Builder insert = builder().text("INSERT " + table.ignore() + "INTO ");
        if (source.dialect().writes().aliasesInsertTargets() && table.node().alias() != null) {
            insert.text(tableName() + " AS ").copy(table.node().alias().span());
        } else {
            insert.text(tableName());
        }
        String separator = " (";
        for (String column : columns.subList(table.places(), columns.size())) {
            insert.text(separator + names.column(column));
            separator = ", ";
        }
        boolean identity = table.schema().allColumns().stream().anyMatch(ColumnSchema::autoIncrement);
        insert.text(")" + (identity ? source.dialect().writes().identityOverride() : "") + " VALUES (");
        for (int i = table.places(); i < columns.size(); i++) {
            insert.text(i == table.places() ? "" : ", ");
            AssignedValues.One one = table.places() > 0 ? assigned(columns.get(i), assigned) : null;
            if (one != null && one.key() < 0 && one.found() < 0) {
                insert.copy(one.value().span());
            } else {
                insert.own(i);
            }
        }
        return returning(insert.text(")"), returning).build();
    }

    private static AssignedValues.One assigned(String column, AssignedValues assigned) {
        for (AssignedValues.One one : assigned.all()) {
            if (one.column().name().text().equalsIgnoreCase(column)) {
                return one;
            }
        }
        return null;
    }

    /** Of rows without a primary key, which nobody would find again to write what else is assigned. */
    private List<Integer> assignedOnTheWay(List<String> columns, AssignedValues assigned) {
        List<Integer> positions = new ArrayList<>();
        for (int i = table.keys().size(); table.places() > 0 && i < columns.size(); i++) {
            AssignedValues.One one = assigned(columns.get(i), assigned);
            if (one != null && one.found() >= 0) {
                positions.add(i);
                positions.add(table.keys().size() + one.found());
            }
        }
        return positions;
    }

    /**
     * Sets a column to what it is: drivers count rows that are found, or rows that change. Null where there is none.
     */
    private StepTemplate keep() {
        for (ColumnSchema column : table.schema().allColumns()) {
            if (table.key(column.name()) < 0 && !column.computed()) {
                String name = names.column(column.name());
                return whereKey(builder().text("UPDATE " + tableName() + " SET " + name + " = " + name))
                        .build();
            }
        }
        return null;
    }

    /** Whether rows may meet by something else than the key that they are written by. */
    private boolean hasOtherUniqueKeys() {
        List<List<String>> uniqueKeys =
                source.catalog().uniqueKeys(table.table().table().name());
        if (uniqueKeys == null) {
            return true;
        }
        for (List<String> unique : uniqueKeys) {
            if (unique.size() != table.keys().size() || !unique.stream().allMatch(column -> table.key(column) >= 0)) {
                return true;
            }
        }
        return false;
    }

    /** MySQL rounds a FLOAT where it shows it, but not in an expression. */
    private String exact(List<String> columns) {
        StringBuilder list = new StringBuilder();
        for (int i = 0; i < table.places(); i++) {
            list.append(list.length() == 0 ? "" : ", ").append(table.key(i, source.dialect(), names));
        }
        for (String name : columns.subList(table.places(), columns.size())) {
            ColumnSchema column = table.schema().column(name);
            boolean rounded =
                    source.dialect().types().roundsFloats() && column.typeName().startsWith("FLOAT");
            list.append(list.length() == 0 ? "" : ", ")
                    .append(names.column(name))
                    .append(rounded ? " * 1e0" : "");
        }
        return list.toString();
    }

    /** A query that is never run, as it is routed to where a key belongs; its parameters are the key. */
    NestedStatement routeQuery() {
        StepTemplate.Builder text = StepTemplate.Builder.free().text("SELECT 1 FROM " + tableName());
        for (int i = 0; i < table.keys().size(); i++) {
            text.text(i == 0 ? " WHERE " : " AND ");
            if (i < table.places()) {
                text.own(i).text(" IS NOT NULL");
            } else {
                text.text(names.column(table.keys().get(i)) + " = ").own(i);
            }
        }
        return text.build().fill();
    }

    private StepTemplate.Builder whereKey(StepTemplate.Builder text) {
        for (int i = 0; i < table.keys().size(); i++) {
            text.text(i == 0 ? " WHERE " : " AND ")
                    .text(table.key(i, source.dialect(), names) + " = ")
                    .own(i);
        }
        return table.takesOne() ? text.text(" LIMIT 1") : text;
    }

    private static StepTemplate.Builder returning(StepTemplate.Builder text, Returning returning) {
        return returning == null ? text : text.text(" ").copy(returning.span());
    }

    private String tableName() {
        return table.node().name().span().of(table.parsed().sql());
    }

    private StepTemplate.Builder builder() {
        return new StepTemplate.Builder(table.parsed());
    }
}
