package org.shardingjdbc.parser.internal.print;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.dialect.internal.Queries.LimitForm;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingElement;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingKind;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.BodyVisitor;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.ValuesBody;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ItemVisitor;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.Window.NamedWindow;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/** Prints queries and their clauses. One per printed tree. */
final class QueryPrinter implements QueryParts, BodyVisitor, ItemVisitor {
    private final SqlText text;
    private final Dialect dialect;
    private final ExpressionPrinter expressions;
    private final TablePrinter tables;
    private final StatementVisitor statements;
    /** The TOP of the SELECT that is printed next. */
    private @Nullable Limit top;

    QueryPrinter(SqlText text, Dialect dialect, StatementVisitor statements) {
        this.text = text;
        this.dialect = dialect;
        this.statements = statements;
        this.expressions = new ExpressionPrinter(text, dialect, this);
        this.tables = new TablePrinter(text, expressions, this, statements);
    }

    ExpressionPrinter expressions() {
        return expressions;
    }

    TablePrinter tables() {
        return tables;
    }

    void print(Query query) {
        text.print(query, () -> parts(query));
    }

    private void parts(Query query) {
        with(query.with());
        Limit limit = query.limit();
        boolean behindSelect = limit != null && limit.top() && query.body() instanceof Select;
        if (behindSelect) {
            top = limit;
            withTop(query.body());
        } else {
            body(query.body());
        }
        if (query.orderBy() != null) {
            orderBy(query.orderBy());
        }
        limit(behindSelect ? null : limit);
        query.locking().forEach(locking -> text.print(locking, () -> locking(locking)));
    }

    /** The rows of a TOP stand within the SELECT that they are no part of, so it is printed clause by clause. */
    private void withTop(QueryBody body) {
        int start = text.next();
        body.accept(this);
        text.printed(body, start);
    }

    void body(QueryBody body) {
        text.print(body, () -> body.accept(this));
    }

    @Override
    public void nested(Query query) {
        text.open();
        print(query);
        text.close();
    }

    /** Nothing for null. */
    void with(@Nullable With with) {
        if (with == null) {
            return;
        }
        text.print(with, () -> tables(with));
    }

    private void tables(With with) {
        text.word("WITH").wordIf(with.recursive(), "RECURSIVE");
        for (int at = 0; at < with.tables().size(); at++) {
            if (at > 0) {
                text.comma();
            }
            CommonTable table = with.tables().get(at);
            text.print(table, () -> table(table));
        }
    }

    private void table(CommonTable table) {
        text.name(table.name()).list(table.columns()).word("AS");
        if (table.materialized() != null) {
            text.word(table.materialized() ? "MATERIALIZED" : "NOT MATERIALIZED");
        }
        text.open();
        text.print(table.statement(), () -> table.statement().accept(statements));
        text.close();
    }

    // ---- bodies ----

    @Override
    public void visit(Select select) {
        text.word("SELECT").word(select.optimizerHint());
        Limit first = top;
        top = null;
        if (select.quantifier() != Quantifier.ALL) {
            text.word("DISTINCT");
        }
        if (select.quantifier() == Quantifier.DISTINCT_ON) {
            text.word("ON").open();
            expressions.list(select.distinctOn());
            text.close();
        }
        select.modifiers().forEach(modifier -> text.word(modifier.name()));
        if (first != null) {
            text.print(first, () -> top(first));
        }
        items(select.items());
        if (select.into() != null) {
            text.word(select.into().text());
        }
        from(select.from());
        clause("WHERE", select.where());
        if (select.groupBy() != null) {
            groupBy(select.groupBy());
        }
        clause("HAVING", select.having());
        windows(select.windows());
        clause("QUALIFY", select.qualify());
    }

    private void top(Limit limit) {
        text.word("TOP");
        Expression count = Objects.requireNonNull(limit.count(), "TOP without a number");
        if (count instanceof Literal || count instanceof Parameter) {
            expressions.print(count);
        } else {
            text.open();
            expressions.print(count);
            text.close();
        }
        text.wordIf(limit.percent(), "PERCENT").wordIf(limit.withTies(), "WITH TIES");
    }

    /** Branches of a union may be as many as the text is long, so they are walked in a loop. */
    @Override
    public void visit(SetOperation operation) {
        Deque<SetOperation> chain = new ArrayDeque<>();
        chain.push(operation);
        QueryBody left = operation.left();
        while (left instanceof SetOperation inner && !looser(inner, chain.element()) && !text.isWritten(inner)) {
            chain.push(inner);
            left = inner.left();
        }
        int start = text.next();
        branch(left, left instanceof SetOperation inner && looser(inner, chain.element()));
        for (SetOperation step : chain) {
            text.word(step.operator().name()).wordIf(step.all(), "ALL");
            QueryBody right = step.right();
            branch(
                    right,
                    right instanceof SetOperation inner
                            && (inner.operator() != SetOperator.INTERSECT || step.operator() == SetOperator.INTERSECT));
            if (step != operation) {
                text.printed(step, start);
            }
        }
    }

    private static boolean looser(SetOperation inner, SetOperation outer) {
        return outer.operator() == SetOperator.INTERSECT && inner.operator() != SetOperator.INTERSECT;
    }

    private void branch(QueryBody body, boolean apart) {
        if (apart) {
            text.open();
        }
        body(body);
        if (apart) {
            text.close();
        }
    }

    @Override
    public void visit(ValuesBody values) {
        values(values.rows());
    }

    /** VALUES with its rows. */
    void values(List<InsertRow> rows) {
        text.word("VALUES");
        for (int at = 0; at < rows.size(); at++) {
            if (at > 0) {
                text.comma();
            }
            InsertRow row = rows.get(at);
            text.wordIf(row.keyword(), "ROW");
            text.print(row, () -> {
                text.open();
                expressions.list(row.values());
                text.close();
            });
        }
    }

    @Override
    public void visit(TableBody body) {
        text.word("TABLE");
        tables.print(body.table());
    }

    @Override
    public void visit(NestedQuery nested) {
        nested(nested.query());
    }

    // ---- clauses ----

    void items(List<SelectItem> items) {
        for (int at = 0; at < items.size(); at++) {
            if (at > 0) {
                text.comma();
            }
            item(items.get(at));
        }
    }

    void item(SelectItem item) {
        text.print(item, () -> item.accept(this));
    }

    @Override
    public void visit(ExpressionItem item) {
        expressions.print(item.expression());
        if (item.alias() != null) {
            text.word("AS").name(item.alias());
        }
    }

    @Override
    public void visit(StarItem star) {
        QualifiedName qualifier = star.qualifier();
        if (qualifier == null) {
            text.word("*");
        } else {
            text.name(qualifier).behind(".*");
        }
    }

    /** Nothing for no tables. */
    void from(List<TableReference> from) {
        if (!from.isEmpty()) {
            text.word("FROM");
            tables.list(from);
        }
    }

    void clause(String word, @Nullable Clause clause) {
        if (clause != null) {
            text.print(clause, () -> {
                text.word(word);
                expressions.print(clause.condition());
            });
        }
    }

    void groupBy(GroupBy groupBy) {
        text.print(groupBy, () -> groups(groupBy));
    }

    private void groups(GroupBy groupBy) {
        text.word("GROUP BY").wordIf(groupBy.kind() == GroupingKind.ALL, "ALL").wordIf(groupBy.distinct(), "DISTINCT");
        elements(groupBy.elements());
        text.word(groupBy.extension());
    }

    private void elements(List<GroupingElement> elements) {
        for (int at = 0; at < elements.size(); at++) {
            if (at > 0) {
                text.comma();
            }
            GroupingElement element = elements.get(at);
            boolean expression =
                    element.word().isEmpty() && !element.expressions().isEmpty();
            if (!expression) {
                text.word(element.word()).open();
            }
            expressions.list(element.expressions());
            elements(element.sets());
            if (!expression) {
                text.close();
            }
            text.word(element.direction());
        }
    }

    private void windows(List<NamedWindow> windows) {
        for (int at = 0; at < windows.size(); at++) {
            if (at == 0) {
                text.word("WINDOW");
            } else {
                text.comma();
            }
            NamedWindow window = windows.get(at);
            text.print(window, () -> {
                text.name(window.name()).word("AS");
                expressions.calls().definition(window.window());
            });
        }
    }

    @Override
    public void orderBy(OrderBy orderBy) {
        text.print(orderBy, () -> keys(orderBy));
    }

    private void keys(OrderBy orderBy) {
        text.word("ORDER BY");
        for (int at = 0; at < orderBy.items().size(); at++) {
            if (at > 0) {
                text.comma();
            }
            key(orderBy.items().get(at));
        }
    }

    void key(SortItem item) {
        text.print(item, () -> sorted(item));
    }

    private void sorted(SortItem item) {
        expressions.print(item.expression());
        text.wordIf(item.descending(), "DESC");
        if (item.nullOrder() != null) {
            text.word("NULLS").word(item.nullOrder().name());
        }
    }

    /** Placeholders without numbers keep their order, whatever form they need for that. */
    @Override
    public void limit(@Nullable Limit limit) {
        if (limit != null) {
            text.print(limit, () -> counts(limit));
        }
    }

    private void counts(Limit limit) {
        Expression count = limit.count();
        Expression offset = limit.offset();
        boolean offsetFirst = offset != null && firstParameter(offset) < firstParameter(count);
        boolean countFirst = offset != null && firstParameter(count) < firstParameter(offset);
        boolean fetch = dialect.queries().limitForm() == LimitForm.FETCH_FIRST && !countFirst;
        if (count == null) {
            text.wordIf(offset == null, "LIMIT ALL");
            offset(offset, true);
        } else if (fetch || limit.percent() || limit.withTies()) {
            fetch(limit, count);
        } else if (offset != null && offsetFirst && dialect.syntax().offsetsBeforeCounts()) {
            text.word("LIMIT");
            expressions.value(offset);
            text.comma();
            expressions.value(count);
        } else if (offsetFirst) {
            fetch(limit, count);
        } else {
            text.word("LIMIT");
            expressions.value(count);
            offset(offset, false);
        }
    }

    private void fetch(Limit limit, Expression count) {
        offset(limit.offset(), true);
        text.word("FETCH FIRST");
        expressions.primary(count);
        text.wordIf(limit.percent(), "PERCENT").word("ROWS").word(limit.withTies() ? "WITH TIES" : "ONLY");
    }

    private void offset(@Nullable Expression offset, boolean rows) {
        if (offset != null) {
            text.word("OFFSET");
            if (rows) {
                expressions.primary(offset);
                text.word("ROWS");
            } else {
                expressions.value(offset);
            }
        }
    }

    /** The index of the first placeholder whose place tells which it is; the highest number where there is none. */
    private static int firstParameter(@Nullable Node node) {
        int[] first = {Integer.MAX_VALUE};
        if (node != null) {
            Nodes.forEach(node, inner -> {
                if (inner instanceof Parameter parameter && !parameter.numbered()) {
                    first[0] = Math.min(first[0], parameter.index());
                }
            });
        }
        return first[0];
    }

    private void locking(Locking locking) {
        boolean plain = locking.tables().isEmpty() && locking.waiting() == null;
        if (plain && locking.strength().equals("SHARE")) {
            text.word(dialect.syntax().shareLock());
            return;
        }
        text.word("FOR").word(locking.strength());
        for (int at = 0; at < locking.tables().size(); at++) {
            Identifier table = locking.tables().get(at);
            (at == 0 ? text.word("OF") : text.comma()).name(table);
        }
        text.wordIf(locking.waiting() != null, locking.waiting());
    }
}
