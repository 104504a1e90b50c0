package org.shardingjdbc.plan.internal.merge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.parser.internal.print.MadeText;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.IdentifierFolding;
import org.shardingjdbc.route.internal.bind.OutputColumn;

/**
 * The order that a query has from the derived table, or the common table expression, that it selects from:
 * {@code SELECT * FROM (SELECT ... ORDER BY a) x LIMIT 3}. No standard promises it, but each database hands it on (but
 * for MariaDB, which heeds no such ORDER BY), and LIMIT counts on it. Written out, it is merged like any other.
 * Immutable.
 */
public record InheritedOrder(BoundStatement bound, NameQuoting names, Dialect dialect, SourcePositions positions) {
    private static final Decision<Optional<ParsedSql>> NO_ORDER = new Decision.Proved<>(Optional.empty());

    /**
     * A key of an order.
     *
     * @param column 0-based among the output columns of the query that is sorted
     * @param written with what is said of its direction
     */
    private record Key(int column, SortItem written) {
        /** The same order by another expression. */
        SortItem item(Expression expression) {
            return new SortItem(Span.NONE, expression, written.descending(), written.nullOrder());
        }
    }

    /**
     * The statement with the order written out.
     *
     * @return nothing when it has no order but its own; refused where the columns of the order are not to be had
     *     outside of the derived table
     */
    public Decision<Optional<ParsedSql>> written(SqlParser parser) {
        Query query = unwrapped();
        Source source = query == null ? null : source(query);
        if (query == null || source == null) {
            return NO_ORDER;
        }
        Query sorted = sorted(source.query());
        OrderBy inherited = sorted == null ? null : sorted.orderBy();
        if (sorted == null || inherited == null || sorted.limit() != null) {
            return NO_ORDER;
        }
        Select block = (Select) query.body();
        List<SortItem> keys = names(source, keys(source.query()));
        if (keys != null && keys.isEmpty()) {
            return NO_ORDER;
        }
        TreeEdits edits = new TreeEdits(bound.parsed());
        if (keys != null) {
            int end = block.span().stop();
            MadeText order = new SqlPrinter(dialect)
                    .made(new OrderBy(Span.NONE, keys), null)
                    .between(" ", "");
            edits.change(query, new Span(end, end), order, InheritedOrder::ordered);
            return new Decision.Proved<>(Optional.of(edits.made(parser)));
        }
        if (!isWholeOf(block, source)) {
            return new Decision.Refused<>(positions.refuse(ErrorCode.NESTED_ROWS_ACROSS_NODES, "ORDER BY", inherited));
        }
        Span inner = source.query().span();
        Span before = new Span(block.span().start(), inner.start());
        Span behind = new Span(inner.stop(), block.span().stop());
        edits.change(query, before, MadeText.NOTHING, (outer, nothing) -> outer);
        edits.change(query, behind, MadeText.NOTHING, InheritedOrder::unwrapped);
        return new Decision.Proved<>(Optional.of(edits.made(parser)));
    }

    private static Query ordered(Query query, List<Node> order) {
        return new Query(
                query.span(), query.with(), query.body(), (OrderBy) order.get(0), query.limit(), query.locking());
    }

    /** What a query selects from, with all else that it says. */
    private static Query unwrapped(Query query, List<Node> nothing) {
        Query inner = ((DerivedTable) ((Select) query.body()).from().get(0)).query();
        return new Query(query.span(), query.with(), inner.body(), inner.orderBy(), query.limit(), query.locking());
    }

    /**
     * An ORDER BY by positions for a table that holds the rows of a query.
     *
     * @return null when the query has no order, or none by its columns
     */
    public @Nullable OrderBy byPositions(Query query) {
        List<Key> keys = dialect.queries().derivedTablesLoseOrder() ? null : keys(query);
        if (keys == null || keys.isEmpty()) {
            return null;
        }
        List<SortItem> items = new ArrayList<>();
        for (Key key : keys) {
            items.add(key.item(MadeNodes.integer(key.column() + 1L)));
        }
        return new OrderBy(Span.NONE, items);
    }

    /** The outermost query with a block; null when it has an order of its own, or none. */
    private @Nullable Query unwrapped() {
        if (dialect.queries().derivedTablesLoseOrder()
                || !(bound.parsed().statement() instanceof QueryStatement statement)) {
            return null;
        }
        Query query = statement.query();
        while (query.orderBy() == null && query.body() instanceof NestedQuery nested) {
            query = nested.query();
        }
        return query.orderBy() == null ? query : null;
    }

    /**
     * What a block selects from, row by row.
     *
     * @param relation the name that qualifies its columns, or null
     * @param columns new names of its first columns
     */
    private record Source(Query query, @Nullable Identifier relation, List<Identifier> columns, boolean derived) {}

    /** What a query hands on row by row; null when it does not. */
    private @Nullable Source source(Query query) {
        if (!(query.body() instanceof Select block) || block.from().size() != 1 || !handsOn(block, query)) {
            return null;
        }
        TableReference from = block.from().get(0);
        if (from instanceof DerivedTable derived) {
            return new Source(derived.query(), derived.alias(), derived.columnAliases(), true);
        }
        CommonTable table = from instanceof NamedTable named ? commonTable(named) : null;
        if (table == null || !(table.statement() instanceof QueryStatement statement)) {
            return null;
        }
        NamedTable named = (NamedTable) from;
        List<Identifier> columns = named.columnAliases().isEmpty() ? table.columns() : named.columnAliases();
        return new Source(statement.query(), named.exposedName(), columns, false);
    }

    private static boolean handsOn(Select block, Query query) {
        return block.quantifier() == Quantifier.ALL
                && block.groupBy() == null
                && block.having() == null
                && block.qualify() == null
                && Functions.aggregate(block, query) == null
                && Tree.outsideQueries(block, FunctionCall.class).stream().allMatch(call -> call.over() == null);
    }

    /** Null where it names itself. */
    private @Nullable CommonTable commonTable(NamedTable named) {
        CommonTable table = bound.commonTable(named);
        return table == null || Tree.isWithin(named, table) ? null : table;
    }

    /** The query whose ORDER BY a query's rows have; null when they have none. */
    private @Nullable Query sorted(Query query) {
        if (query.orderBy() != null) {
            return query;
        }
        if (query.body() instanceof NestedQuery nested) {
            return sorted(nested.query());
        }
        Source source = source(query);
        return source == null ? null : sorted(source.query());
    }

    /** The keys by which a query's rows come; null when its columns do not tell them. */
    private @Nullable List<Key> keys(Query query) {
        if (query.orderBy() != null) {
            return own(query, query.orderBy());
        }
        if (query.body() instanceof NestedQuery nested) {
            return keys(nested.query());
        }
        Source source = source(query);
        if (source == null) {
            return List.of();
        }
        List<Key> inner = keys(source.query());
        if (inner == null || inner.isEmpty()) {
            return inner;
        }
        List<Key> keys = new ArrayList<>();
        for (Key key : inner) {
            int column = shown((Select) query.body(), source.query(), key.column());
            if (column < 0) {
                return null;
            }
            keys.add(new Key(column, key.written()));
        }
        return keys;
    }

    private @Nullable List<Key> own(Query query, OrderBy order) {
        List<Key> keys = new ArrayList<>();
        for (SortItem item : order.items()) {
            Expression key = item.expression();
            if (!SortKeyColumns.isConstant(key)) {
                int column = column(query, key);
                if (column < 0) {
                    return null;
                }
                keys.add(new Key(column, item));
            }
        }
        return keys;
    }

    /** The output column that a key of a query's own ORDER BY is, or -1. */
    private int column(Query query, Expression key) {
        int position = SelectItems.position(key);
        if (position > 0) {
            return position - 1;
        }
        if (!(query.body() instanceof Select block)) {
            return key instanceof ColumnReference reference
                            && reference.qualifier().isEmpty()
                    ? labelled(query, reference.name())
                    : -1;
        }
        SelectColumns columns = new SelectColumns(bound, query, block, positions, dialect);
        ExpressionItem item = new SelectItems(block).item(key, bound);
        return columns.find(item == null ? key : item.expression()) - 1;
    }

    /** The only output column of a label, or -1. */
    private int labelled(Query query, Identifier name) {
        List<OutputColumn> outputs = bound.outputs(query);
        int found = -1;
        for (int i = 0; outputs != null && i < outputs.size(); i++) {
            String label = outputs.get(i).label();
            if (label != null && IdentifierFolding.means(name, label, dialect)) {
                if (found >= 0) {
                    return -1;
                }
                found = i;
            }
        }
        return found;
    }

    /** The output column of a block that is a column of the query that it selects from, or -1. */
    private int shown(Select block, Query source, int column) {
        List<SelectItem> items = block.items();
        if (items.size() == 1 && items.get(0) instanceof StarItem) {
            return column;
        }
        if (items.stream().anyMatch(StarItem.class::isInstance)) {
            return -1;
        }
        for (int i = 0; i < items.size(); i++) {
            if (((ExpressionItem) items.get(i)).expression() instanceof ColumnReference reference
                    && bound.origin(reference) instanceof ColumnOrigin.OfQuery of
                    && of.query() == source
                    && of.output() == column) {
                return i;
            }
        }
        return -1;
    }

    /** The keys as a block may write them; null when it cannot. */
    private @Nullable List<SortItem> names(Source source, @Nullable List<Key> keys) {
        List<OutputColumn> outputs = bound.outputs(source.query());
        if (keys == null || outputs == null || source.relation() == null) {
            return null;
        }
        List<Identifier> labels = new ArrayList<>();
        Set<String> distinct = new HashSet<>();
        for (int i = 0; i < outputs.size(); i++) {
            Identifier renamed = i < source.columns().size() ? source.columns().get(i) : null;
            String label = renamed == null ? outputs.get(i).label() : renamed.text();
            labels.add(renamed != null ? NameQuoting.again(renamed) : label == null ? null : names.columnName(label));
            if (label != null && !distinct.add(label.toLowerCase(Locale.ROOT))) {
                return null;
            }
        }
        List<SortItem> written = new ArrayList<>();
        for (Key key : keys) {
            Identifier label = key.column() < labels.size() ? labels.get(key.column()) : null;
            if (label == null) {
                return null;
            }
            ColumnReference column =
                    // a key may stand twice, and each of its names has a place of its own
                    new ColumnReference(
                            Span.NONE, List.of(NameQuoting.again(source.relation())), NameQuoting.again(label));
            written.add(key.item(column));
        }
        return written;
    }

    /** Whether a block is all that a derived table is, so that this may stand in its place. */
    private static boolean isWholeOf(Select block, Source source) {
        return source.derived()
                && source.columns().isEmpty()
                && block.items().size() == 1
                && block.items().get(0) instanceof StarItem
                && block.where() == null
                && block.into() == null
                && block.windows().isEmpty()
                && source.query().orderBy() != null
                && source.query().limit() == null
                && source.query().with() == null
                && source.query().locking().isEmpty();
    }
}
