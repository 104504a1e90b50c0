package org.shardingjdbc.parser.internal.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Contract;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingElement;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingKind;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertRow;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.OrderBy.NullOrder;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SelectModifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperator;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.ValuesBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.Window.NamedWindow;
import org.shardingjdbc.parser.internal.ast.With;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.CommonTableContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.GroupByClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.GroupingItemContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.IntoClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.LimitCountContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.LimitFetchContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.LimitOffsetContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.LimitPartContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.LockingClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.NamedWindowContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.OrderByClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.QualifyClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.QuantifierContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.QueryBodyContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.QueryContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.QueryPrimaryContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.QueryTailContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.QueryTermContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SelectContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SelectItemContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SelectItemsContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SelectModifierContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SetQuantifierContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.SortItemContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.TopClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ValuesRowContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.WhereClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.WithClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.WriteStatementContext;
import org.shardingjdbc.parser.internal.token.SqlToken;

/** Makes queries and their clauses. One per parse. */
final class QueryBuilder implements QueryBuilders {
    private final Leaves leaves;
    private final ExpressionBuilder expressions;
    private final TableBuilder tables;
    private final WriteBuilder writes;

    QueryBuilder(Leaves leaves, Dialect dialect) {
        this.leaves = leaves;
        this.expressions = new ExpressionBuilder(leaves, this);
        this.tables = new TableBuilder(leaves, expressions, this, dialect);
        this.writes = new WriteBuilder(leaves, expressions, this, tables);
    }

    ExpressionBuilder expressions() {
        return expressions;
    }

    TableBuilder tables() {
        return tables;
    }

    WriteBuilder writes() {
        return writes;
    }

    @Override
    public Statement write(@Nullable With with, WriteStatementContext context) {
        return writes.write(with, context);
    }

    @Override
    public Query query(QueryContext context) {
        return query(context, context.withClause(), context.queryTail());
    }

    /** The query that {@code tail} is, with the common tables before it. */
    Query query(ParserRuleContext whole, WithClauseContext with, QueryTailContext tail) {
        TopClauseContext top = top(tail.queryBody());
        Limit limit = limit(tail.limitPart());
        if (top != null) {
            if (limit != null) {
                throw new UnsupportedSyntaxException(
                        (SqlToken) tail.limitPart(0).getStart(), "either TOP or LIMIT");
            }
            limit = top(top);
        }
        QueryBody body = body(tail.queryBody());
        if (tail.intoClause() != null) {
            body = into(body, tail.intoClause());
        }
        List<Locking> locking = new ArrayList<>();
        for (LockingClauseContext clause : tail.lockingClause()) {
            locking.add(locking(clause));
        }
        return new Query(Leaves.span(whole), with(with), body, orderBy(tail.orderByClause()), limit, locking);
    }

    private static QueryBody into(QueryBody body, IntoClauseContext into) {
        if (body instanceof Select select && select.into() == null) {
            return new Select(
                    select.span(),
                    select.quantifier(),
                    select.quantifierSpan(),
                    select.modifiers(),
                    select.distinctOn(),
                    select.items(),
                    select.itemsSpan(),
                    select.from(),
                    select.fromSpan(),
                    select.where(),
                    select.groupBy(),
                    select.having(),
                    select.windows(),
                    select.qualify(),
                    Leaves.into(into),
                    select.optimizerHint());
        }
        throw new UnsupportedSyntaxException((SqlToken) into.getStart(), "end of query");
    }

    @Contract("!null -> !null")
    @Nullable
    With with(@Nullable WithClauseContext context) {
        if (context == null) {
            return null;
        }
        List<CommonTable> commonTables = new ArrayList<>();
        for (CommonTableContext table : context.commonTable()) {
            Statement statement = table.query() == null
                    ? writes.write(null, table.writeStatement())
                    : new QueryStatement(Leaves.span(table.query()), query(table.query()));
            List<Identifier> columns = table.columnAliases() == null
                    ? List.of()
                    : leaves.identifiers(table.columnAliases().identifier());
            commonTables.add(new CommonTable(
                    Leaves.span(table),
                    leaves.identifier(table.identifier()),
                    columns,
                    statement,
                    table.MATERIALIZED() == null ? null : table.NOT() == null));
        }
        return new With(Leaves.span(context), context.RECURSIVE() != null, commonTables);
    }

    // ---- bodies ----

    private QueryBody body(QueryBodyContext context) {
        QueryBody left = term(context.queryTerm(0));
        for (int at = 1; at < context.getChildCount(); at += 2) {
            TerminalNode word = (TerminalNode) context.getChild(at);
            boolean all = isAll(context.getChild(at + 1));
            at += context.getChild(at + 1) instanceof SetQuantifierContext ? 1 : 0;
            QueryTermContext right = (QueryTermContext) context.getChild(at + 1);
            SetOperator operator =
                    word.getSymbol().getType() == SqlGrammar.UNION ? SetOperator.UNION : SetOperator.EXCEPT;
            left = new SetOperation(Leaves.span(context.getStart(), right.getStop()), operator, all, left, term(right));
        }
        return left;
    }

    private QueryBody term(QueryTermContext context) {
        QueryBody left = primary(context.queryPrimary(0));
        for (int at = 1; at < context.getChildCount(); at += 2) {
            boolean all = isAll(context.getChild(at + 1));
            at += context.getChild(at + 1) instanceof SetQuantifierContext ? 1 : 0;
            QueryPrimaryContext right = (QueryPrimaryContext) context.getChild(at + 1);
            Span span = Leaves.span(context.getStart(), right.getStop());
            left = new SetOperation(span, SetOperator.INTERSECT, all, left, primary(right));
        }
        return left;
    }

    private static boolean isAll(ParseTree quantifier) {
        return quantifier instanceof SetQuantifierContext context && context.ALL() != null;
    }

    private QueryBody primary(QueryPrimaryContext context) {
        if (context instanceof SqlGrammar.SelectBodyContext body) {
            return select(body.select());
        }
        if (context instanceof SqlGrammar.ValuesBodyContext body) {
            return new ValuesBody(Leaves.span(context), rows(body.valuesRow()));
        }
        if (context instanceof SqlGrammar.TableBodyContext body) {
            return new TableBody(Leaves.span(context), leaves.table(body.tableName()));
        }
        return new NestedQuery(Leaves.span(context), query(((SqlGrammar.NestedBodyContext) context).query()));
    }

    @Override
    public List<InsertRow> rows(List<ValuesRowContext> contexts) {
        List<InsertRow> rows = new ArrayList<>(contexts.size());
        for (ValuesRowContext context : contexts) {
            rows.add(row(context));
        }
        return rows;
    }

    @Override
    public InsertRow row(ValuesRowContext context) {
        if (context.query() == null) {
            Span span = Leaves.span(context.T_OPEN().getSymbol(), context.getStop());
            return new InsertRow(span, expressions.expressions(context.expressions()), context.ROW() != null);
        }
        // VALUES ((SELECT 1)): the outer parentheses are the row's
        return new InsertRow(Leaves.span(context), List.of(unwrap(context.query())));
    }

    private ScalarQuery unwrap(QueryContext context) {
        Query query = query(context);
        boolean bare = query.with() == null
                && query.orderBy() == null
                && query.limit() == null
                && query.locking().isEmpty();
        if (bare && query.body() instanceof NestedQuery nested) {
            return new ScalarQuery(nested.span(), nested.query());
        }
        throw new UnsupportedSyntaxException((SqlToken) context.getStart(), "an expression");
    }

    private Select select(SelectContext context) {
        Quantifier quantifier = Quantifier.ALL;
        List<Expression> distinctOn = List.of();
        for (QuantifierContext word : context.quantifier()) {
            if (word.expressions() != null) {
                quantifier = Quantifier.DISTINCT_ON;
                distinctOn = expressions.expressions(word.expressions());
            } else if (word.ALL() == null) {
                quantifier = Quantifier.DISTINCT;
            }
        }
        List<SelectModifier> modifiers = new ArrayList<>();
        for (SelectModifierContext word : context.selectModifier()) {
            modifiers.add(SelectModifier.valueOf(word.getText().toUpperCase(Locale.ROOT)));
        }
        List<TableReference> from = List.of();
        Span fromSpan = null;
        if (context.fromClause() != null) {
            from = tables.references(context.fromClause().tableReferences());
            fromSpan = Leaves.span(context.fromClause());
        }
        List<NamedWindow> windows = new ArrayList<>();
        if (context.windowClause() != null) {
            for (NamedWindowContext window : context.windowClause().namedWindow()) {
                windows.add(window(window));
            }
        }
        SqlGrammar.HavingClauseContext having = context.havingClause();
        QualifyClauseContext qualify = context.qualifyClause();
        return new Select(
                Leaves.span(context),
                quantifier,
                context.quantifier().size() == 1 ? Leaves.span(context.quantifier(0)) : null,
                modifiers,
                distinctOn,
                items(context.selectItems()),
                Leaves.span(context.selectItems()),
                from,
                fromSpan,
                where(context.whereClause()),
                groupBy(context.groupByClause()),
                having == null ? null : clause(having, having.expression()),
                windows,
                qualify == null ? null : clause(qualify, qualify.expression()),
                context.intoClause() == null ? null : Leaves.into(context.intoClause()),
                leaves.optimizerHint(context));
    }

    @Override
    public List<SelectItem> items(SelectItemsContext context) {
        List<SelectItem> items = new ArrayList<>(context.selectItem().size());
        for (SelectItemContext item : context.selectItem()) {
            items.add(item(item));
        }
        return items;
    }

    private SelectItem item(SelectItemContext context) {
        Span span = Leaves.span(context);
        if (context instanceof SqlGrammar.StarItemContext) {
            return new StarItem(span, null);
        }
        if (context instanceof SqlGrammar.QualifiedStarItemContext star) {
            return new StarItem(span, leaves.name(star.name()));
        }
        SqlGrammar.ExpressionItemContext item = (SqlGrammar.ExpressionItemContext) context;
        Identifier alias = null;
        if (item.getChildCount() > 1) {
            alias = leaves.identifier(item.getStop());
        }
        return new ExpressionItem(span, expressions.expression(item.expression()), alias);
    }

    // ---- clauses; each gives null for null ----

    @Override
    @Contract("!null -> !null")
    public @Nullable Clause where(@Nullable WhereClauseContext context) {
        return context == null ? null : clause(context, context.expression());
    }

    private Clause clause(ParserRuleContext context, ParserRuleContext condition) {
        return new Clause(Leaves.span(context), expressions.expression(condition));
    }

    private NamedWindow window(NamedWindowContext context) {
        Span definition = Leaves.span(context.T_OPEN().getSymbol(), context.getStop());
        return new NamedWindow(
                Leaves.span(context),
                leaves.identifier(context.identifier()),
                expressions.calls().window(context.windowSpecification(), definition));
    }

    private @Nullable GroupBy groupBy(@Nullable GroupByClauseContext context) {
        if (context == null) {
            return null;
        }
        Span span = Leaves.span(context);
        SetQuantifierContext quantifier = context.setQuantifier();
        if (context.groupingItem().isEmpty()) {
            if (quantifier == null || quantifier.ALL() == null) {
                throw new UnsupportedSyntaxException((SqlToken) context.getStop(), "an expression");
            }
            return new GroupBy(span, GroupingKind.ALL, List.of(), false, "");
        }
        boolean distinct = quantifier != null && quantifier.DISTINCT() != null;
        String extension = "";
        if (context.WITH() != null) {
            extension = context.ROLLUP() == null ? "WITH CUBE" : "WITH ROLLUP";
        }
        List<GroupingElement> elements = new ArrayList<>();
        boolean sets = distinct || !extension.isEmpty();
        for (GroupingItemContext item : context.groupingItem()) {
            elements.add(grouping(item));
            sets |= item.expression() == null;
        }
        return new GroupBy(span, sets ? GroupingKind.SETS : GroupingKind.PLAIN, elements, distinct, extension);
    }

    private GroupingElement grouping(GroupingItemContext context) {
        if (context.expression() != null) {
            String direction = context.ASC() != null ? "ASC" : context.DESC() != null ? "DESC" : "";
            Expression item = expressions.expression(context.expression());
            return new GroupingElement("", List.of(item), List.of(), direction);
        }
        List<GroupingElement> inner = new ArrayList<>();
        for (GroupingItemContext item : context.groupingItem()) {
            inner.add(grouping(item));
        }
        String word = context.GROUPING() != null
                ? "GROUPING SETS"
                : context.ROLLUP() != null ? "ROLLUP" : context.CUBE() != null ? "CUBE" : "";
        return new GroupingElement(word, expressions.expressions(context.expressions()), inner, "");
    }

    @Override
    @Contract("!null -> !null")
    public @Nullable OrderBy orderBy(@Nullable OrderByClauseContext context) {
        if (context == null) {
            return null;
        }
        if (context.SIBLINGS() != null) {
            throw new UnsupportedSyntaxException((SqlToken) context.SIBLINGS().getSymbol(), "BY");
        }
        List<SortItem> items = new ArrayList<>();
        for (SortItemContext item : context.sortItem()) {
            NullOrder nulls = item.NULLS() == null ? null : item.FIRST() != null ? NullOrder.FIRST : NullOrder.LAST;
            boolean descending = item.DESC() != null || item.T_GREATER() != null;
            items.add(new SortItem(Leaves.span(item), expressions.expression(item.expression()), descending, nulls));
        }
        return new OrderBy(Leaves.span(context), items);
    }

    @Override
    public @Nullable Limit limit(List<LimitPartContext> parts) {
        if (parts.isEmpty()) {
            return null;
        }
        Expression count = null;
        Expression offset = null;
        boolean percent = false;
        boolean ties = false;
        boolean counted = false;
        for (LimitPartContext part : parts) {
            if (part instanceof LimitOffsetContext skip) {
                reject(offset != null, part);
                offset = expressions.expression(skip.value());
                continue;
            }
            reject(counted, part);
            counted = true;
            if (part instanceof LimitFetchContext fetch) {
                count = fetch.value() == null ? one(fetch) : expressions.expression(fetch.value());
                percent = fetch.PERCENT() != null;
                ties = fetch.TIES() != null;
            } else {
                LimitCountContext limit = (LimitCountContext) part;
                List<Expression> values = expressions.list(limit.value());
                boolean both = limit.T_COMMA() != null;
                reject(both && values.size() < 2, part);
                offset = both ? values.get(0) : offset;
                count = values.isEmpty() ? null : values.get(values.size() - 1);
            }
        }
        return new Limit(Leaves.span(parts), count, offset, percent, ties, false);
    }

    private static void reject(boolean twice, LimitPartContext part) {
        if (twice) {
            throw new UnsupportedSyntaxException((SqlToken) part.getStart(), "end of query");
        }
    }

    private static Literal one(LimitFetchContext context) {
        Token rows = (context.ROW() == null ? context.ROWS() : context.ROW()).getSymbol();
        int at = ((SqlToken) rows).start;
        return new Literal(new Span(at, at), LiteralKind.INTEGER, 1L);
    }

    private Limit top(TopClauseContext context) {
        Expression count;
        if (context.expression() != null) {
            count = expressions.expression(context.expression());
        } else if (context.T_PARAMETER() != null) {
            count = expressions.parameter(context.T_PARAMETER());
        } else {
            TerminalNode number = context.T_INTEGER();
            count = leaves.literals().literal(Leaves.span(number), SqlGrammar.T_INTEGER, number.getText());
        }
        return new Limit(Leaves.span(context), count, null, context.PERCENT() != null, context.TIES() != null, true);
    }

    /** The TOP of a query that is a single SELECT; in a larger one it has no place in the tree. */
    private static @Nullable TopClauseContext top(QueryBodyContext context) {
        TopClauseContext found = null;
        for (QueryTermContext term : context.queryTerm()) {
            for (QueryPrimaryContext primary : term.queryPrimary()) {
                if (primary instanceof SqlGrammar.SelectBodyContext body
                        && body.select().topClause() != null) {
                    found = body.select().topClause();
                }
            }
        }
        if (found != null
                && (context.getChildCount() > 1 || context.queryTerm(0).getChildCount() > 1)) {
            throw new UnsupportedSyntaxException((SqlToken) found.getStart(), "LIMIT at the end of the query");
        }
        return found;
    }

    private Locking locking(LockingClauseContext context) {
        Span span = Leaves.span(context);
        if (context.LOCK() != null) {
            return new Locking(span, "SHARE", List.of(), null);
        }
        List<Identifier> names = new ArrayList<>();
        for (SqlGrammar.NameContext name : context.name()) {
            names.add(leaves.name(name).last());
        }
        String waiting = null;
        if (context.NOWAIT() != null) {
            waiting = "NOWAIT";
        } else if (context.SKIP_() != null) {
            waiting = "SKIP LOCKED";
        } else if (context.WAIT() != null) {
            waiting = "WAIT " + leaves.text(Leaves.span(context.value()));
        }
        return new Locking(span, ExpressionBuilder.words(context.lockStrength()), names, waiting);
    }
}
