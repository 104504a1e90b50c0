package org.shardingjdbc.plan.internal.pull;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.parser.internal.print.SqlPrinter;
import org.shardingjdbc.parser.internal.print.TreeEdits;
import org.shardingjdbc.plan.internal.planning.StepSource;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;

/**
 * Finds the largest parts of a statement that are pulled as a whole: queries that refer to nothing around them and that
 * a plan answers by themselves, so that only what they make is pulled. One per plan; not thread-safe.
 */
final class LeafQueries {
    /** What may refer to the columns of a query. */
    private enum NameUse {
        /** The statement may, or the application. */
        COUNT,
        /** Nothing: they count by their position. */
        ARE_FREE,
        /** Nothing, and rows only count as there or not. */
        OF_EXISTS
    }

    /** @param branch whether it is a branch of a set operation */
    private record Visit(Node node, NameUse names, boolean correlated, boolean branch) {}

    /** Queries that mean something else by themselves. */
    private final Set<Node> forgotten = Collections.newSetFromMap(new IdentityHashMap<>());

    private final BoundStatement bound;
    private final StepSource source;
    private final List<LeafQuery> found = new ArrayList<>();

    LeafQueries(BoundStatement bound, StepSource source) {
        this.bound = bound;
        this.source = source;
    }

    /** The parts, none inside of another; in no order. */
    List<LeafQuery> find() {
        UnreadTables unread = new UnreadTables(bound);
        Query whole = ((QueryStatement) bound.parsed().statement()).query();
        Deque<Visit> open = new ArrayDeque<>();
        pushChildren(new Visit(whole, NameUse.COUNT, false, false), open);
        while (!open.isEmpty()) {
            Visit visit = open.pop();
            Node node = visit.node();
            if (unread.contain(node)) {
                continue;
            }
            boolean correlated = node instanceof Query query ? bound.correlated(query) : visit.correlated();
            boolean candidate = node instanceof Query || node instanceof Select;
            // H2 gives values of a set operation's branches as these have them, which a table would not keep
            boolean kept = visit.branch() && source.dialect().queries().branchesKeepTypes() || forgotten.contains(node);
            LeafQuery leaf = candidate && !correlated && !kept ? leaf(node, visit.names()) : null;
            if (leaf == null) {
                pushChildren(new Visit(node, visit.names(), correlated, visit.branch()), open);
            } else {
                found.add(leaf);
            }
        }
        return found;
    }

    private void pushChildren(Visit visit, Deque<Visit> open) {
        Node node = visit.node();
        if (node instanceof Query query && query.body() instanceof Select select) {
            // the query itself is the candidate; its block is none without its ORDER BY and LIMIT
            pushAll(select, visit, open);
            for (Node child : query.children()) {
                if (child != select) {
                    open.push(new Visit(child, NameUse.COUNT, visit.correlated(), false));
                }
            }
            return;
        }
        pushAll(node, visit, open);
    }

    private void pushAll(Node node, Visit visit, Deque<Visit> open) {
        boolean sought = node instanceof Exists || node instanceof InQuery || node instanceof Quantified;
        for (Node child : node.children()) {
            if (sought
                    && child instanceof Query query
                    && source.dialect().subqueries().forgetsOrderWhereSought()
                    && Functions.isGroupByOrder(query)) {
                forgotten.add(query);
            }
            boolean branch = node instanceof SetOperation || node instanceof NestedQuery && visit.branch();
            open.push(new Visit(child, names(node, child, visit.names()), visit.correlated(), branch));
        }
    }

    /** What may refer to the columns of a node's child. */
    private static NameUse names(Node node, Node child, NameUse own) {
        if (node instanceof SetOperation operation && child == operation.right()) {
            return NameUse.ARE_FREE;
        }
        if (node instanceof SetOperation || node instanceof NestedQuery || node instanceof Query) {
            return own == NameUse.COUNT ? NameUse.COUNT : NameUse.ARE_FREE;
        }
        if (node instanceof QueryStatement) {
            return own;
        }
        boolean rows = node instanceof DerivedTable || node instanceof CommonTable;
        if (rows) {
            return NameUse.COUNT;
        }
        return node instanceof Exists ? NameUse.OF_EXISTS : NameUse.ARE_FREE;
    }

    private @Nullable LeafQuery leaf(Node node, NameUse names) {
        Select first = firstBlock(node);
        if (first == null || !isWorthwhile(first, node, names) || !standsAlone(node) || !isTyped(node)) {
            return null;
        }
        MadeStatement statement = statement(node);
        Query query = ((QueryStatement) statement.parsed().statement()).query();
        List<SelectItem> items = Objects.requireNonNull(firstBlock(query), "a copy begins with a block as its node")
                .items();
        TreeEdits edits = new TreeEdits(statement.parsed());
        Set<String> labels = new HashSet<>();
        boolean known = true;
        for (int i = 0; i < items.size(); i++) {
            String label = label(items.get(i));
            if (label == null && names != NameUse.COUNT && items.get(i) instanceof ExpressionItem item) {
                label = "shd_column_" + i;
                name(item, label, edits);
            }
            if (label != null && !labels.add(label.toLowerCase(Locale.ROOT))) {
                return null;
            }
            known &= label != null;
        }
        if (names == NameUse.OF_EXISTS && node instanceof Query && query.limit() == null) {
            limitToOne(query, edits);
        }
        int[] sources = statement.sources().stream().mapToInt(Integer::intValue).toArray();
        LeafQuery leaf = LeafQuery.of(node, edits.made(source.tools().parser()), sources, source);
        boolean kept = source.dialect().temporaries().keepsFixedTexts()
                || allColumns(first)
                || leaf != null && !leaf.hasFixedTexts();
        return kept && leaf != null && leaf.hasColumns() && (known || leaf.hasOwnLabels()) ? leaf : null;
    }

    /** A query, or a branch of a set operation, as a statement. */
    private MadeStatement statement(Node node) {
        Query query = node instanceof Query whole
                ? whole
                : new Query(Span.NONE, null, (QueryBody) node, null, null, List.of());
        return MadeStatement.of(
                new QueryStatement(Span.NONE, query),
                bound.parsed(),
                source.tools().parser());
    }

    private void name(ExpressionItem item, String label, TreeEdits edits) {
        int end = item.span().stop();
        edits.change(
                item,
                new Span(end, end),
                printer().made(MadeNodes.name(label), null).between(" AS ", ""),
                (made, nodes) -> new ExpressionItem(made.span(), made.expression(), (Identifier) nodes.get(0)));
    }

    private void limitToOne(Query query, TreeEdits edits) {
        int end = query.span().stop();
        edits.change(
                query,
                new Span(end, end),
                printer().made(MadeNodes.limit(1), null).between(" ", ""),
                (made, nodes) -> new Query(
                        made.span(), made.with(), made.body(), made.orderBy(), (Limit) nodes.get(0), made.locking()));
    }

    private SqlPrinter printer() {
        return new SqlPrinter(source.dialect());
    }

    private static boolean allColumns(Select block) {
        return block.items().stream()
                .allMatch(item -> item instanceof ExpressionItem of && of.expression() instanceof ColumnReference);
    }

    /** Whether less is pulled than the rows of the tables in it, as their own conditions leave them. */
    private static boolean isWorthwhile(Select block, Node node, NameUse names) {
        if (names == NameUse.OF_EXISTS || node instanceof Query query && query.limit() != null) {
            return true;
        }
        return block.where() != null
                || block.groupBy() != null
                || block.having() != null
                || block.quantifier() == Quantifier.DISTINCT
                || block.from().stream().anyMatch(JoinedTable.class::isInstance)
                || Tree.outsideQueries(node, FunctionCall.class).stream().anyMatch(Functions::isAggregate)
                || node instanceof Query query && query.body() instanceof SetOperation;
    }

    /** Whether its columns have types of their own, and not those that the statement around it gives to constants. */
    private boolean isTyped(Node node) {
        if (source.dialect().queries().branchesKeepTypes() && Tree.any(node, SetOperation.class::isInstance)) {
            // its values keep the scale that they have in their branch, and would not in a table
            return false;
        }
        for (Select block : Tree.all(node, Select.class)) {
            for (SelectItem item : block.items()) {
                Expression expression = item instanceof ExpressionItem of ? of.expression() : null;
                boolean text = expression instanceof Literal literal
                        && (literal.kind() == LiteralKind.NULL || literal.kind() == LiteralKind.STRING);
                if (text || expression instanceof Parameter || expression instanceof RowExpression) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Whether it reads tables, and needs nothing of the statement around it; clocks are read once for all. */
    private boolean standsAlone(Node node) {
        boolean reads = false;
        for (NamedTable table : Tree.all(node, NamedTable.class)) {
            boolean isTable = bound.table(table) != null;
            CommonTable common = bound.commonTable(table);
            if (!isTable && (common == null || !Tree.isWithin(common, node))) {
                return false;
            }
            reads |= isTable;
        }
        return reads
                && Tree.all(node, FunctionCall.class).stream()
                        .noneMatch(call -> Functions.isVolatile(call) || Functions.isClock(call));
    }

    /** The block that names the columns; null when it is no SELECT. */
    private static @Nullable Select firstBlock(Node node) {
        QueryBody body = node instanceof Query query ? query.body() : (QueryBody) node;
        while (!(body instanceof Select)) {
            if (body instanceof SetOperation operation) {
                body = operation.left();
            } else if (body instanceof NestedQuery nested) {
                body = nested.query().body();
            } else {
                return null;
            }
        }
        return (Select) body;
    }

    private static @Nullable String label(SelectItem item) {
        if (item instanceof ExpressionItem expression) {
            if (expression.alias() != null) {
                return expression.alias().text();
            }
            if (expression.expression() instanceof ColumnReference reference) {
                return reference.name().text();
            }
        }
        return null;
    }
}
