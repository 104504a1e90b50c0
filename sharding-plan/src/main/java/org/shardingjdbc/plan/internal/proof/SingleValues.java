package org.shardingjdbc.plan.internal.proof;

import java.sql.Types;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnEquality;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * Says whether values that the database calls equal are one and the same to whoever reads them: not so texts of a loose
 * collation, nor numbers that keep their digits ({@code 1.0} and {@code 1.00}). Immutable.
 */
public record SingleValues(BoundStatement bound, Catalog catalog, Dialect dialect) {
    /** Digits of a number that is declared with them; more are those of one that is not. */
    private static final int MOST_DIGITS = 1_000;

    /** What the database says of functions. */
    InstalledFunctions functions() {
        return new InstalledFunctions(catalog, dialect);
    }

    /** What is known of a table; null when the catalog does not know it. */
    @Nullable
    TableSchema schema(BoundTable table) {
        return table.schema() == null ? catalog.table(table.table()) : table.schema();
    }

    /** Whether equal values of an expression are the same, as far as its columns say. */
    boolean areSingle(Expression expression) {
        return Tree.all(expression, ColumnReference.class).stream().allMatch(this::isSingle);
    }

    /** Whether an expression has no floating numbers, as far as its columns say. */
    boolean areExact(Expression expression) {
        return !Tree.any(
                expression, node -> node instanceof ColumnReference reference && isFloating(bound.origin(reference)));
    }

    private boolean isFloating(ColumnOrigin origin) {
        if (origin instanceof ColumnOrigin.OfTable of) {
            TableSchema schema = schema(of.table());
            ColumnSchema column = schema == null ? null : schema.column(of.column());
            return column != null && isFloating(column);
        }
        if (origin instanceof ColumnOrigin.OfQuery of
                && of.base() != null
                && of.query().body() instanceof Select) {
            return isFloating(of.base());
        }
        // computed, or of a table that is not known
        return bound.tables().stream()
                .map(this::schema)
                .anyMatch(schema -> schema != null && schema.columns().stream().anyMatch(SingleValues::isFloating));
    }

    private static boolean isFloating(ColumnSchema column) {
        return switch (column.jdbcType()) {
            case Types.FLOAT, Types.REAL, Types.DOUBLE -> true;
            default -> false;
        };
    }

    /** As {@link #areSingle} of each column that a query shows; true where nothing is known of them. */
    boolean areSingle(QueryBody body) {
        if (body instanceof SetOperation operation) {
            return areSingle(operation.left()) && areSingle(operation.right());
        }
        if (body instanceof NestedQuery nested) {
            return areSingle(nested.query().body());
        }
        if (body instanceof TableBody table) {
            return areSingle(table.table());
        }
        return !(body instanceof Select block) || block.items().stream().allMatch(item -> isSingle(item, block));
    }

    private boolean isSingle(SelectItem item, Select block) {
        if (item instanceof ExpressionItem shown) {
            return areSingle(shown.expression());
        }
        return block.from().stream()
                .allMatch(reference -> Tree.outsideQueries(reference, NamedTable.class).stream()
                                .allMatch(this::areSingle)
                        && Tree.outsideQueries(reference, DerivedTable.class).stream()
                                .allMatch(derived -> areSingle(derived.query().body())));
    }

    private boolean areSingle(NamedTable table) {
        BoundTable known = bound.table(table);
        // a common table may show what any table has
        return known == null ? areAllSingle() : areSingle(known);
    }

    /** Of all columns of all tables: of what may show any of them. */
    private boolean areAllSingle() {
        return bound.tables().stream().allMatch(this::areSingle);
    }

    private boolean areSingle(BoundTable table) {
        TableSchema schema = schema(table);
        return schema == null || schema.columns().stream().allMatch(this::isSingle);
    }

    private boolean isSingle(ColumnReference reference) {
        ColumnOrigin origin = bound.origin(reference);
        return origin instanceof ColumnOrigin.Unresolved
                ? areAllNamed(reference.name().text())
                : isSingle(origin);
    }

    /** Of whichever table a column of that name is. */
    private boolean areAllNamed(String column) {
        for (BoundTable table : bound.tables()) {
            TableSchema schema = schema(table);
            ColumnSchema known = schema == null ? null : schema.column(column);
            if (known != null && !isSingle(known)) {
                return false;
            }
        }
        return true;
    }

    private boolean isSingle(ColumnOrigin origin) {
        if (origin instanceof ColumnOrigin.OfTable of) {
            TableSchema schema = schema(of.table());
            ColumnSchema column = schema == null ? null : schema.column(of.column());
            return column == null || isSingle(column);
        }
        if (origin instanceof ColumnOrigin.OfQuery of) {
            return isSingle(of);
        }
        return !(origin instanceof ColumnOrigin.OfAlias alias)
                || !(alias.item() instanceof ExpressionItem item)
                || areSingle(item.expression());
    }

    private boolean isSingle(ColumnOrigin.OfQuery of) {
        if (!(of.query().body() instanceof Select)) {
            return areAllSingle();
        }
        if (of.base() != null) {
            return isSingle(of.base());
        }
        List<OutputColumn> outputs = bound.outputs(of.query());
        OutputColumn column = outputs == null || of.output() >= outputs.size() ? null : outputs.get(of.output());
        if (column != null && column.expression() != null) {
            return areSingle(column.expression());
        }
        return column != null && column.origin() != null ? isSingle(column.origin()) : areAllSingle();
    }

    private boolean isSingle(ColumnSchema column) {
        boolean kept =
                switch (column.jdbcType()) {
                    case Types.NUMERIC, Types.DECIMAL -> column.size() > 0 && column.size() <= MOST_DIGITS;
                    case Types.TIMESTAMP_WITH_TIMEZONE, Types.TIME_WITH_TIMEZONE -> false;
                    default -> true;
                };
        return kept && ColumnEquality.isExact(column, dialect);
    }
}
