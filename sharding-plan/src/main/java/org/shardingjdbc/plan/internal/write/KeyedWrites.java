package org.shardingjdbc.plan.internal.write;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.InsertKind;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Overriding;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Returning;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.UpdateStatement;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.NestedStatement;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.operator.WriteByKey.MoveRows;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** The statements that write one row by its primary key. One per statement; not thread-safe. */
final class KeyedWrites {
    private final StepSource source;
    private final WrittenTable table;
    private final NameQuoting names;

    KeyedWrites(StepSource source, WrittenTable table) {
        this.source = source;
        this.table = table;
        this.names = source.names();
    }

    StepTemplate delete(@Nullable Returning returning) {
        boolean aliases = source.dialect().writes().aliasesDeleteTargets();
        return delete(aliases ? table.node() : named(), table.ignores(), returning);
    }

    private StepTemplate delete(NamedTable target, boolean ignores, @Nullable Returning returning) {
        return template(new DeleteStatement(
                Span.NONE,
                null,
                List.of(target),
                List.of(),
                whereKey(),
                null,
                most(),
                returning,
                ignores,
                false,
                List.of(),
                ""));
    }

    StepTemplate update(AssignedValues assigned, @Nullable Returning returning) {
        return update(table.node(), assignments(assigned, true), table.ignores(), returning);
    }

    private StepTemplate update(
            NamedTable target, List<Assignment> assignments, boolean ignores, @Nullable Returning returning) {
        return template(new UpdateStatement(
                Span.NONE,
                null,
                List.of(target),
                assignments,
                List.of(),
                whereKey(),
                null,
                most(),
                returning,
                ignores,
                List.of(),
                ""));
    }

    private List<Assignment> assignments(AssignedValues assigned, boolean withKeys) {
        List<Assignment> assignments = new ArrayList<>();
        for (AssignedValues.One one : assigned.all()) {
            if (one.key() < 0 || withKeys) {
                Expression value =
                        one.found() >= 0 ? StepTemplate.own(table.keys().size() + one.found()) : one.value();
                assignments.add(MadeNodes.assignment(one.column(), value));
            }
        }
        return assignments;
    }

    /**
     * Of IGNORE: what else is assigned is written without it, so that a row that the database would leave out there,
     * for a CHECK that the old key breaks, is an error and does not move with its old values.
     */
    MoveRows move(AssignedValues assigned, @Nullable Returning returning) {
        boolean ignores = table.ignores();
        boolean others = table.places() == 0 && assigned.all().stream().anyMatch(one -> one.key() < 0);
        StepTemplate update = others ? update(table.node(), assignments(assigned, false), false, null) : null;
        List<String> columns = columns();
        // as it is now, where the transaction has seen it before another one changed it
        List<Locking> locking = MadeNodes.locking(source.dialect().writes().lockingClause());
        Select rows = MadeNodes.select(exact(columns), List.of(named()), whereKey());
        StepTemplate read = template(MadeNodes.statement(rows, most(), locking));
        StepTemplate delete = delete(named(), false, null);
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

    private StepTemplate insert(List<String> columns, AssignedValues assigned, @Nullable Returning returning) {
        boolean aliases = source.dialect().writes().aliasesInsertTargets();
        NamedTable target = new NamedTable(
                Span.NONE, table.node().name(), aliases ? table.node().alias() : null, List.of(), false);
        boolean identity = table.schema().allColumns().stream().anyMatch(ColumnSchema::autoIncrement)
                && !source.dialect().writes().identityOverride().isEmpty();
        List<Identifier> named = new ArrayList<>();
        List<Expression> values = new ArrayList<>();
        for (int i = table.places(); i < columns.size(); i++) {
            named.add(names.columnName(columns.get(i)));
            AssignedValues.One one = table.places() > 0 ? assigned(columns.get(i), assigned) : null;
            values.add(one != null && one.key() < 0 && one.found() < 0 ? one.value() : StepTemplate.own(i));
        }
        return template(new InsertStatement(
                Span.NONE,
                null,
                table.ignores() ? InsertKind.INSERT_IGNORE : InsertKind.INSERT,
                target,
                named,
                Span.NONE,
                identity ? new Overriding(Span.NONE, false) : null,
                new ValuesSource(Span.NONE, List.of(new InsertRow(Span.NONE, values))),
                null,
                null,
                returning,
                List.of(),
                false,
                List.of(),
                ""));
    }

    private static AssignedValues.@Nullable One assigned(String column, AssignedValues assigned) {
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
    private @Nullable StepTemplate keep() {
        for (ColumnSchema column : table.schema().allColumns()) {
            if (table.key(column.name()) < 0 && !column.computed()) {
                Assignment same = MadeNodes.assignment(column(column), column(column));
                return update(named(), List.of(same), false, null);
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
    private List<SelectItem> exact(List<String> columns) {
        List<SelectItem> items = new ArrayList<>();
        for (int i = 0; i < table.places(); i++) {
            items.add(MadeNodes.item(table.key(i, source)));
        }
        for (String name : columns.subList(table.places(), columns.size())) {
            ColumnSchema column = table.schema().column(name);
            boolean rounded = column != null
                    && source.dialect().types().roundsFloats()
                    && column.typeName().startsWith("FLOAT");
            Expression value = MadeNodes.column(names.columnName(name));
            items.add(MadeNodes.item(rounded ? MadeNodes.asDouble(value) : value));
        }
        return items;
    }

    /** A query that is never run: it is routed to where a key belongs, which are its own values. */
    NestedStatement routeQuery() {
        List<Expression> conditions = new ArrayList<>();
        for (int i = 0; i < table.keys().size(); i++) {
            conditions.add(
                    i < table.places()
                            ? MadeNodes.isNotNull(StepTemplate.own(i))
                            : MadeNodes.equal(
                                    MadeNodes.column(
                                            names.columnName(table.keys().get(i))),
                                    StepTemplate.own(i)));
        }
        Select one = MadeNodes.select(
                List.of(MadeNodes.item(MadeNodes.integer(1))), List.of(named()), MadeNodes.where(conditions));
        return template(MadeNodes.statement(one, null, List.of())).fill();
    }

    private @Nullable Clause whereKey() {
        List<Expression> conditions = new ArrayList<>();
        for (int i = 0; i < table.keys().size(); i++) {
            conditions.add(MadeNodes.equal(table.key(i, source), StepTemplate.own(i)));
        }
        return MadeNodes.where(conditions);
    }

    /** How many rows have a key, where that may be several. */
    private @Nullable Limit most() {
        return table.takesOne() ? MadeNodes.limit(1) : null;
    }

    private ColumnReference column(ColumnSchema column) {
        return MadeNodes.column(names.columnName(column.name()));
    }

    /** The table by its name alone. */
    private NamedTable named() {
        return MadeNodes.table(table.node().name());
    }

    private StepTemplate template(Statement statement) {
        return StepTemplate.of(
                statement, table.parsed(), NestedPart.WHOLE, source.tools().parser());
    }
}
