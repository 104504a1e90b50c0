package org.shardingjdbc.plan.internal.subquery;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.DeleteStatement;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Expression.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.InsertSource.QuerySource;
import org.shardingjdbc.parser.internal.ast.InsertSource.ValuesSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.Window;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.plan.internal.nested.NestedPart;
import org.shardingjdbc.plan.internal.nested.StepTemplate;
import org.shardingjdbc.plan.internal.nested.Subquery;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.InstalledFunctions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Finds the outermost subqueries of a statement that refer to nothing around them and whose values can be put in their
 * places. One per search; not thread-safe.
 */
final class SubquerySearch {
    private static final int MAX_LABEL = 64;

    private final BoundStatement bound;
    private final SqlParser parser;
    private final Dialect dialect;
    private final InstalledFunctions functions;
    private final String sql;
    private final SubqueryTexts texts;
    private final Map<Node, Node> parents = new IdentityHashMap<>();

    SubquerySearch(BoundStatement bound, SqlParser parser, InstalledFunctions functions) {
        this.functions = functions;
        this.bound = bound;
        this.parser = parser;
        this.dialect = parser.dialect();
        this.sql = bound.parsed().sql();
        this.texts = new SubqueryTexts(bound, dialect);
    }

    /** In text order. */
    List<Subquery> find() {
        List<Subquery> found = new ArrayList<>();
        Nodes.walk(bound.parsed().statement(), node -> {
            for (Node child : node.children()) {
                parents.put(child, node);
            }
            Subquery subquery = node instanceof Expression expression ? subquery(expression) : null;
            if (subquery != null) {
                found.add(subquery);
            }
            return subquery == null;
        });
        return found;
    }

    private @Nullable Subquery subquery(Expression expression) {
        if (expression instanceof ScalarQuery scalar && independent(scalar.query())) {
            return scalar(scalar);
        }
        if (expression instanceof InQuery in
                && independent(in.query())
                && !losesRows(in)
                && !forgetsGroup(in.query())) {
            return in(in);
        }
        if (expression instanceof Exists exists
                && independent(exists.query())
                && !deletesAndReturns()
                && !forgetsGroup(exists.query())) {
            return make(exists, exists.query(), new Form(Subquery.Kind.EXISTS, Subquery.Place.USED, null, 0, true));
        }
        return null;
    }

    /**
     * MySQL and MariaDB take {@code (a, b) NOT IN ((NULL, 1))} to be never true where {@code a} is NULL, and make an
     * inner join of an outer one because of that, though it is true for every other {@code b}. They do so wherever it
     * matters that the row is not in the list: under NOT, IS FALSE, {@code = 0} ... They do so too of {@code (a IN (1))
     * IS NOT TRUE} where {@code a} is a column that cannot be NULL, but for the outer join.
     */
    private boolean losesRows(InQuery in) {
        if (!dialect.subqueries().losesRowsOfNegatedLists()) {
            return false;
        }
        Node above = above(in);
        boolean rows = in.value() instanceof RowExpression;
        return above instanceof IsTest || rows && (in.negated() || above instanceof Expression);
    }

    private boolean forgetsGroup(Query query) {
        return dialect.subqueries().forgetsOrderWhereSought() && Functions.isGroupByOrder(query);
    }

    /** The next node around an expression that is no AND or OR. */
    private @Nullable Node above(Expression expression) {
        Node at = parents.get(expression);
        while (at instanceof Logical) {
            at = parents.get(at);
        }
        return at;
    }

    /** MariaDB answers such a statement with a count when its condition is a constant that is false. */
    private boolean deletesAndReturns() {
        return dialect.subqueries().returnsCountOfNoRows()
                && bound.parsed().statement() instanceof DeleteStatement delete
                && delete.returning() != null;
    }

    // ---- what a subquery may hold

    /** Whether it is the same for every row around it, and again when it runs by itself. */
    private boolean independent(Query query) {
        if (bound.correlated(query) || within(query, GroupBy.class) || within(query, Window.class)) {
            return false;
        }
        return !Tree.all(query, NamedTable.class).isEmpty()
                && !Tree.any(query, node -> depends(node, query))
                && !readsInsertTarget(query);
    }

    /** MySQL and MariaDB refuse that by themselves. */
    private boolean readsInsertTarget(Query query) {
        return !dialect.subqueries().readsInsertTarget()
                && bound.parsed().statement() instanceof InsertStatement insert
                && insert.source() instanceof ValuesSource
                && Tree.any(query, node -> node instanceof NamedTable table && isTarget(table, insert));
    }

    private boolean isTarget(NamedTable named, InsertStatement insert) {
        BoundTable table = bound.table(named);
        return table != null && table.table() == bound.target(insert.table()).table();
    }

    private boolean depends(Node node, Query query) {
        if (node instanceof FunctionCall call) {
            return functions.isVolatile(call) || Functions.isSession(call);
        }
        if (node instanceof ColumnReference reference) {
            return bound.origin(reference) instanceof ColumnOrigin.Unresolved;
        }
        if (node instanceof NamedTable table) {
            CommonTable common = bound.commonTable(table);
            return bound.table(table) == null && (common == null || !Tree.isWithin(common, query));
        }
        return node instanceof SessionVariable
                || node instanceof Statement && !(node instanceof QueryStatement)
                || node instanceof Select select && select.into() != null;
    }

    private boolean within(Node node, Class<? extends Node> kind) {
        for (Node at = node; at != null; at = parents.get(at)) {
            if (kind.isInstance(at)) {
                return true;
            }
        }
        return false;
    }

    // ---- where it stands

    private @Nullable Subquery scalar(ScalarQuery scalar) {
        Node parent = parents.get(scalar);
        if (parent instanceof Comparison comparison) {
            return compared(scalar, comparison, List.of(comparison.left(), comparison.right()), ordering(comparison));
        }
        if (parent instanceof Between between) {
            return compared(scalar, between, List.of(between.value(), between.low(), between.high()), true);
        }
        if (parent instanceof InList in) {
            // A query in double parentheses is the list, or the only value of it, as the dialect has it.
            boolean element = in.value() == scalar || in.items().size() > 1;
            List<Expression> all = new ArrayList<>(in.items());
            all.add(in.value());
            return element ? compared(scalar, in, all, false) : null;
        }
        if (parent instanceof InQuery in) {
            return compared(scalar, in, List.of(scalar), false);
        }
        if (parent instanceof IsTest test && test.test().equals("NULL")) {
            return simple(scalar, Subquery.Place.ASSIGNED);
        }
        if (parent instanceof Assignment assignment) {
            return assignment.columns().size() == 1 ? simple(scalar, Subquery.Place.ASSIGNED) : null;
        }
        if (parent instanceof InsertRow) {
            return simple(scalar, Subquery.Place.ASSIGNED);
        }
        if (parent instanceof Limit) {
            return simple(scalar, Subquery.Place.COUNT);
        }
        boolean rows = parent instanceof RowExpression
                || parent instanceof Operation operation
                        && (operation.operator().equals(Operation.ARRAY)
                                || operation.operator().equals(Operation.FIELD));
        boolean shown = within(scalar, ExpressionItem.class);
        return rows ? null : simple(scalar, shown ? Subquery.Place.SHOWN : Subquery.Place.USED);
    }

    private @Nullable Subquery simple(ScalarQuery scalar, Subquery.Place place) {
        boolean item = dialect.subqueries().shownTextsKeepType() && parents.get(scalar) instanceof ExpressionItem;
        boolean keepsText =
                place == Subquery.Place.ASSIGNED || dialect.subqueries().textsCompareAlike() || item;
        return make(scalar, scalar.query(), new Form(Subquery.Kind.SCALAR, place, null, 0, keepsText));
    }

    private @Nullable Subquery compared(
            ScalarQuery scalar, Node condition, List<Expression> operands, boolean ordering) {
        int columns = 0;
        for (Expression operand : operands) {
            if (operand instanceof RowExpression row) {
                columns = row.items().size();
            }
        }
        if (columns > 0 && !(condition instanceof Comparison)) {
            return null;
        }
        List<Expression> others = new ArrayList<>(operands);
        others.remove(scalar);
        Form form = new Form(
                Subquery.Kind.SCALAR,
                Subquery.Place.COMPARED,
                null,
                columns,
                texts.keeps(scalar.query(), others, ordering));
        return make(scalar, scalar.query(), form);
    }

    private static boolean ordering(Comparison comparison) {
        return switch (comparison.operator()) {
            case EQUAL, NOT_EQUAL, NULL_SAFE_EQUAL, DISTINCT_FROM -> false;
            default -> true;
        };
    }

    private @Nullable Subquery in(InQuery in) {
        int columns = in.value() instanceof RowExpression row ? row.items().size() : 0;
        boolean limited = in.query().limit() != null && !dialect.subqueries().limitsInLists();
        boolean alike = !limited && (columns == 0 || !dialect.queries().listsMatchNulls());
        if (!alike) {
            return null;
        }
        boolean keepsText = texts.keepsInList(in);
        Form form = new Form(Subquery.Kind.IN, Subquery.Place.COMPARED, in.list(), columns, keepsText);
        return make(in, in.query(), form);
    }

    /** @param list of IN the parentheses with the query; else null */
    private record Form(
            Subquery.Kind kind,
            Subquery.Place place,
            @Nullable Span list,
            int columns,
            boolean keepsText) {}

    private @Nullable Subquery make(Expression expression, Query query, Form form) {
        ExpressionItem item = itemWithoutAlias(expression);
        if (item != null && !keepsLabel(item, expression) || renumbersLabels(expression)) {
            return null;
        }
        return new Subquery(
                form.kind(),
                form.place(),
                expression,
                form.list(),
                expression instanceof InQuery in && in.negated(),
                form.columns(),
                form.keepsText(),
                item == null || !labelFollowsText(item, expression) ? null : item,
                StepTemplate.of(new QueryStatement(Span.NONE, query), bound.parsed(), NestedPart.WHOLE, parser)
                        .fill());
    }

    // ---- labels

    /** The item whose label its text may be; null where the label is another, or counts for nothing. */
    private @Nullable ExpressionItem itemWithoutAlias(Node expression) {
        ExpressionItem item = null;
        Node at = expression;
        while (at != null && !(at instanceof Query)) {
            item = item == null && at instanceof ExpressionItem outer ? outer : item;
            at = parents.get(at);
        }
        return item == null || item.alias() != null || isInserted(at) ? null : item;
    }

    /** Whether nobody sees the labels of its columns: its rows are inserted, and no upsert names them. */
    private boolean isInserted(@Nullable Node query) {
        return parents.get(query) instanceof QuerySource source
                && parents.get(source) instanceof InsertStatement insert
                && insert.upsert() == null;
    }

    /** Whether labels behind it show the number of a placeholder. */
    private boolean renumbersLabels(Expression expression) {
        return dialect.subqueries().labelsCountPlaceholders()
                && Tree.behind(expression, bound.parsed().analysis().nodes()).stream()
                        .anyMatch(node -> node instanceof ExpressionItem item
                                && item.alias() == null
                                && Tree.any(item, Parameter.class::isInstance));
    }

    /** MySQL labels an item by its text, PostgreSQL a subquery by its own first column. */
    private boolean labelFollowsText(ExpressionItem item, Expression expression) {
        return dialect.queries().labelsAreTexts() || item.expression() == expression;
    }

    private boolean keepsLabel(ExpressionItem item, Expression expression) {
        if (dialect.queries().labelsAreTexts()) {
            return item.span().of(sql).strip().length() <= MAX_LABEL;
        }
        if (dialect.queries().labelsArePrinted()) {
            return false;
        }
        return item.expression() == expression
                || !(item.expression() instanceof Cast || item.expression() instanceof CaseExpression);
    }
}
