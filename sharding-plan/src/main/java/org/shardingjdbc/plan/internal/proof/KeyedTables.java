package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.plan.internal.unit.RowBound;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.TableSchema;

/**
 * The tables of a block with the columns that its WHERE compares with constants: what of a statement is needed to find
 * out, later, how many rows it returns at most. A plan keeps it, so it holds names instead of the tree. Immutable.
 *
 * <pre>
 * SELECT c FROM t WHERE a = ? AND id IN (?, ?)     t: a = 1 value, id = 2 values
 * </pre>
 */
record KeyedTables(List<KeyedTable> tables, Catalog catalog) {
    /**
     * One of them.
     *
     * @param schema null when the catalog has to be asked for it
     */
    private record KeyedTable(LogicTable table, @Nullable TableSchema schema, List<ComparedColumn> columns) {}

    /** A column, and how many constants one of which it is equal to. */
    private record ComparedColumn(String name, int values) {}

    /** @return null where a part of FROM is no table, or one of them has no such column */
    static @Nullable KeyedTables of(Select block, BoundStatement bound, Catalog catalog) {
        List<BoundTable> found = new ArrayList<>();
        if (block.where() == null || !block.from().stream().allMatch(each -> addTables(each, bound, found))) {
            return null;
        }
        List<Expression> conjuncts = BlockWalk.conjuncts(block.where().condition());
        List<KeyedTable> keyed = new ArrayList<>();
        for (BoundTable table : found) {
            List<ComparedColumn> columns = compared(conjuncts, table, bound);
            if (columns.isEmpty()) {
                return null;
            }
            keyed.add(new KeyedTable(table.table(), table.schema(), columns));
        }
        return keyed.isEmpty() ? null : new KeyedTables(List.copyOf(keyed), catalog);
    }

    private static boolean addTables(TableReference reference, BoundStatement bound, List<BoundTable> found) {
        if (reference instanceof JoinedTable join) {
            return addTables(join.left(), bound, found) && addTables(join.right(), bound, found);
        }
        BoundTable table = reference instanceof NamedTable named ? bound.table(named) : null;
        return table != null && found.add(table);
    }

    private static List<ComparedColumn> compared(List<Expression> conjuncts, BoundTable table, BoundStatement bound) {
        List<ComparedColumn> columns = new ArrayList<>();
        for (Expression conjunct : conjuncts) {
            if (conjunct instanceof Comparison equal && equal.operator() == ComparisonOperator.EQUAL) {
                String left = column(equal.left(), table, bound);
                String right = column(equal.right(), table, bound);
                if (left != null && RowKeys.isOneNumber(equal.right())) {
                    columns.add(new ComparedColumn(left, 1));
                } else if (right != null && RowKeys.isOneNumber(equal.left())) {
                    columns.add(new ComparedColumn(right, 1));
                }
            } else if (conjunct instanceof InList in
                    && !in.negated()
                    && !in.items().isEmpty()
                    && in.items().stream().allMatch(RowKeys::isOneNumber)) {
                String listed = column(in.value(), table, bound);
                if (listed != null) {
                    columns.add(new ComparedColumn(listed, in.items().size()));
                }
            }
        }
        return List.copyOf(columns);
    }

    private static @Nullable String column(Expression expression, BoundTable table, BoundStatement bound) {
        return expression instanceof ColumnReference reference
                        && bound.origin(reference) instanceof ColumnOrigin.OfTable of
                        && of.table().index() == table.index()
                ? of.column()
                : null;
    }

    /**
     * The product of what keys of the tables allow.
     *
     * @return {@link RowBound#UNKNOWN} where no key of a table is among its columns
     */
    long mostRows() {
        long rows = 1;
        for (KeyedTable table : tables) {
            long most = mostRows(table);
            if (most == RowBound.UNKNOWN || rows > Integer.MAX_VALUE / most) {
                return RowBound.UNKNOWN;
            }
            rows *= most;
        }
        return rows;
    }

    private long mostRows(KeyedTable keyed) {
        TableSchema schema = keyed.schema() == null ? catalog.table(keyed.table()) : keyed.schema();
        if (schema == null) {
            return RowBound.UNKNOWN;
        }
        long least = mostRows(schema.primaryKey(), keyed, schema);
        List<List<String>> unique = catalog.uniqueKeys(keyed.table().name());
        for (List<String> key : unique == null ? List.<List<String>>of() : unique) {
            long most = key.stream().allMatch(column -> RowKeys.isFilled(schema.column(column)))
                    ? mostRows(key, keyed, schema)
                    : RowBound.UNKNOWN;
            least = least == RowBound.UNKNOWN || most != RowBound.UNKNOWN && most < least ? most : least;
        }
        return least;
    }

    /** How many values a key has. */
    private static long mostRows(List<String> key, KeyedTable keyed, TableSchema schema) {
        long rows = key.isEmpty() ? RowBound.UNKNOWN : 1;
        for (String column : key) {
            long values = values(schema.column(column), keyed);
            if (values == RowBound.UNKNOWN || rows > Integer.MAX_VALUE / values) {
                return RowBound.UNKNOWN;
            }
            rows *= values;
        }
        return rows;
    }

    /** Only of whole numbers is one equal to a constant at most. */
    private static long values(@Nullable ColumnSchema column, KeyedTable keyed) {
        long least = RowBound.UNKNOWN;
        if (column != null && column.isWholeNumber()) {
            for (ComparedColumn compared : keyed.columns()) {
                if (compared.name().equalsIgnoreCase(column.name())) {
                    least = least == RowBound.UNKNOWN ? compared.values() : Math.min(least, compared.values());
                }
            }
        }
        return least;
    }
}
