package org.shardingjdbc.plan.internal.column;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.fact.StoredColumn;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.column.TransformedColumn;
import org.shardingjdbc.rule.internal.PlanningRules;

/** The transformed columns of the tables that a statement names. One per planning of a statement. */
final class TransformedTables {
    private final BoundStatement bound;
    private final Map<BoundTable, List<StoredColumn>> columns = new IdentityHashMap<>();

    TransformedTables(BoundStatement bound, PlanningRules rules) {
        this.bound = bound;
        for (BoundTable table : bound.tables()) {
            String name = table.table().name();
            List<StoredColumn> stored = new ArrayList<>();
            for (TransformedColumn column : rules.columns(name)) {
                stored.add(new StoredColumn(name, column));
            }
            if (!stored.isEmpty()) {
                columns.put(table, stored);
            }
        }
    }

    boolean isEmpty() {
        return columns.isEmpty();
    }

    /** One of all. */
    StoredColumn any() {
        return columns.values().iterator().next().get(0);
    }

    /** One whose name passes a test; null without one. */
    @Nullable
    StoredColumn any(Predicate<String> name) {
        for (StoredColumn column : all()) {
            if (name.test(column.column().name())) {
                return column;
            }
        }
        return null;
    }

    /** Those of all tables. */
    List<StoredColumn> all() {
        return columns.values().stream().flatMap(List::stream).toList();
    }

    /** Those of a table; often empty. */
    List<StoredColumn> of(BoundTable table) {
        return columns.getOrDefault(table, List.of());
    }

    /** One of the tables in and below a node that has such columns, but for those of subqueries; null without one. */
    @Nullable
    StoredColumn anyIn(Node root) {
        for (NamedTable named : Tree.outsideQueries(root, NamedTable.class)) {
            BoundTable table = bound.table(named);
            if (table != null && columns.containsKey(table)) {
                return of(table).get(0);
            }
        }
        return null;
    }

    /** As {@link #anyIn}, with the tables of derived tables, and where a common table expression is named. */
    @Nullable
    StoredColumn anyBelow(Node root) {
        for (NamedTable named : Tree.all(root, NamedTable.class)) {
            BoundTable table = bound.table(named);
            if (table == null) {
                return any();
            }
            if (columns.containsKey(table)) {
                return of(table).get(0);
            }
        }
        return null;
    }

    /** One of the tables in and below a node that has other actual columns, but for those of subqueries. */
    @Nullable
    StoredColumn differentIn(Node root) {
        for (NamedTable named : Tree.outsideQueries(root, NamedTable.class)) {
            BoundTable table = bound.table(named);
            for (StoredColumn column : table == null ? List.<StoredColumn>of() : of(table)) {
                if (column.column().differsInTable()) {
                    return column;
                }
            }
        }
        return null;
    }

    /** Whether a reference names a column of a table itself, and neither an alias nor a column of a query. */
    boolean isOfTable(ColumnReference reference) {
        return bound.origin(reference) instanceof ColumnOrigin.OfTable;
    }

    /** The form of a column that a reference can compare: a query passes the first one only. */
    StoredColumn asCompared(ColumnReference reference, StoredColumn column) {
        return isOfTable(reference) ? column.asCompared() : column;
    }

    /** The column that an actual column is part of, which statements cannot name; null for any other name. */
    @Nullable
    StoredColumn hidden(BoundTable table, String stored) {
        for (StoredColumn column : of(table)) {
            if (column.column().hides(stored)) {
                return column;
            }
        }
        return null;
    }

    /** The column that an actual column is, or is part of; null for any other name. */
    @Nullable
    StoredColumn storedIn(BoundTable table, String actual) {
        for (StoredColumn column : of(table)) {
            if (column.column().stored().equalsIgnoreCase(actual)) {
                return column;
            }
        }
        return hidden(table, actual);
    }

    /** The column of that name of a table; null where its values stay as they are. */
    @Nullable
    StoredColumn column(BoundTable table, String name) {
        for (StoredColumn column : of(table)) {
            if (column.column().name().equalsIgnoreCase(name)) {
                return column;
            }
        }
        return null;
    }

    /** The column whose values a reference names; null where they stay as they are. */
    @Nullable
    StoredColumn named(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        if (origin instanceof ColumnOrigin.OfAlias alias) {
            return alias.item() instanceof ExpressionItem item ? chosen(item.expression()) : null;
        }
        ColumnOrigin.OfTable base = origin instanceof ColumnOrigin.OfQuery query ? query.base() : null;
        if (origin instanceof ColumnOrigin.OfTable table) {
            base = table;
        }
        return base == null ? null : column(base.table(), base.column());
    }

    /** The first column that an expression may have the values of as they are; null where there is none. */
    @Nullable
    StoredColumn chosen(Expression expression) {
        for (Expression operand : Choices.operands(expression)) {
            boolean aliased = operand instanceof ColumnReference reference
                    && bound.origin(reference) instanceof ColumnOrigin.OfAlias
                    && operand != expression;
            StoredColumn column = operand instanceof ColumnReference reference && !aliased ? named(reference) : null;
            if (column != null) {
                return column;
            }
        }
        return null;
    }

    /** A column that a reference may name although it is not decided, or that a whole row holds; null for none. */
    @Nullable
    StoredColumn perhapsNamed(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        for (Map.Entry<BoundTable, List<StoredColumn>> table : columns.entrySet()) {
            boolean open = origin instanceof ColumnOrigin.Unresolved
                    || origin instanceof ColumnOrigin.OfTable of
                            && of.table() == table.getKey()
                            && isUnknown(table.getKey(), reference);
            String name = reference.name().text();
            StoredColumn hidden = open ? hidden(table.getKey(), name) : null;
            StoredColumn column = open && hidden == null ? column(table.getKey(), name) : hidden;
            if (column != null || open && isRow(table.getKey(), reference)) {
                return column == null ? table.getValue().get(0) : column;
            }
        }
        return origin instanceof ColumnOrigin.Unresolved && isRowOfQuery(reference) ? any() : null;
    }

    /** Whether it has the name of what is no table in FROM: PostgreSQL reads that as its whole row. */
    private boolean isRowOfQuery(ColumnReference reference) {
        for (TableReference from : bound.parsed().analysis().all(TableReference.class)) {
            if (isNamed(from, reference.name().text())) {
                return true;
            }
        }
        return false;
    }

    private boolean isNamed(TableReference from, String name) {
        if (from instanceof NamedTable named) {
            return bound.table(named) == null && isText(named.exposedName(), name);
        }
        if (from instanceof JoinedTable join) {
            return isText(join.alias(), name) || isText(join.usingAlias(), name);
        }
        return from instanceof DerivedTable derived && isText(derived.alias(), name);
    }

    private static boolean isText(@Nullable Identifier identifier, String name) {
        return identifier != null && identifier.text().equalsIgnoreCase(name);
    }

    private static boolean isUnknown(BoundTable table, ColumnReference reference) {
        return table.schema() == null || table.schema().column(reference.name().text()) == null;
    }

    private static boolean isRow(BoundTable table, ColumnReference reference) {
        String name = reference.name().text();
        return name.equals("*")
                || name.equalsIgnoreCase(table.node().exposedName().text());
    }
}
