package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.parser.internal.ParsedSql;
import org.shardingjdbc.parser.internal.SqlParser;
import org.shardingjdbc.parser.internal.ast.DdlStatement;
import org.shardingjdbc.parser.internal.ast.DdlStatement.TailKind;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.NestedQuery;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.QueryBody.TableBody;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.DerivedTable;
import org.shardingjdbc.parser.internal.print.MadeStatement;
import org.shardingjdbc.plan.internal.operator.Decision;
import org.shardingjdbc.plan.internal.syntax.MadeNodes;
import org.shardingjdbc.plan.internal.syntax.SourcePositions;
import org.shardingjdbc.plan.internal.template.NameQuoting;
import org.shardingjdbc.plan.internal.template.SqlEdits;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.internal.catalog.ViewText;

/**
 * What a view over sharded tables is kept as. Its data source gets the view as the user writes it, over one actual
 * table of each table, so that the database checks it, lists it, knows what depends on it and drops it; a condition
 * that fails whenever it is read holds the query over logic tables. As in one database, the columns are those of the
 * moment. One per plan.
 */
public record ViewDefinition(BoundStatement bound, DdlStatement ddl, SqlParser parser) {
    private static final String FIRST = "shd_first";
    private static final String KNOWN = "a view whose columns are not known was refused before";

    /**
     * Puts the query into the view, beside what holds it and fails when the view is read, whatever rows there are.
     *
     * @param kept the text of {@link #query}
     */
    public void edit(String kept, SqlEdits edits) {
        String literal = ViewText.literal(kept);
        // a database may work out a condition of constants when it makes the view
        boolean early = parser.dialect().writes().evaluatesNewViews();
        String guard = "(SELECT CAST('" + literal + "' || CURRENT_USER AS INTEGER) AS shd_guard) LEFT JOIN ";
        Span query = written().span();
        edits.insert(query.start(), "SELECT shd_view.* FROM " + (early ? guard : "") + "(");
        NestedQuery first = enclosed();
        if (first != null) {
            edits.insert(first.span().start(), "SELECT * FROM ");
            edits.insert(first.span().stop(), " " + FIRST);
        }
        edits.insert(
                query.stop(),
                early
                        ? ") shd_view ON TRUE WHERE shd_guard = 0"
                        : ") shd_view WHERE (SELECT '" + literal + "' UNION ALL SELECT '') = ''");
    }

    /** WITH CHECK OPTION is about rows that are written through the view. Null where there is none. */
    private @Nullable ShardingException refusalOfCheckOption() {
        if (ddl.tail() != null && ddl.tail().kind() == TailKind.CHECK_OPTION) {
            return new ShardingException(
                    ErrorCode.JDBC_FEATURE_REFUSED,
                    "WITH CHECK OPTION of a view over several data nodes",
                    "nothing is written through such a view; leave it out");
        }
        return null;
    }

    /**
     * The query with its stars replaced by columns, and with the names that the view gives its columns; refused where
     * these are not known.
     */
    public Decision<ParsedSql> query() {
        Query query = written();
        ShardingException refusal = areKnown(query)
                ? refusalOfCheckOption()
                : new SourcePositions(bound.parsed().sql()).refuseAt(ErrorCode.VIEW_COLUMNS_UNKNOWN, query);
        return refusal == null ? new Decision.Proved<>(tree(query)) : new Decision.Refused<>(refusal);
    }

    private Query written() {
        return Objects.requireNonNull(ddl.query(), "a view has a query");
    }

    /** Whether it is known which columns there are, as far as that matters. */
    private boolean areKnown(Query query) {
        if (!(query.body() instanceof Select block)) {
            return ddl.columns().isEmpty() && !hasStar(query.body());
        }
        List<OutputColumn> outputs = hasStar(block) ? bound.outputs(query) : List.of();
        return outputs != null
                && outputs.stream()
                        .allMatch(output -> output.expression() == null
                                ? output.label() != null
                                : item(block, output.expression()) != null);
    }

    private ParsedSql tree(Query query) {
        Query made = query.body() instanceof Select block ? listed(query, block) : enclosed(query);
        return MadeStatement.of(new QueryStatement(Span.NONE, made), bound.parsed(), parser)
                .parsed();
    }

    private Query listed(Query query, Select block) {
        boolean star = hasStar(block);
        if (!star && ddl.columns().isEmpty()) {
            return query;
        }
        Select listed = new Select(
                Span.NONE,
                block.quantifier(),
                block.quantifierSpan(),
                block.modifiers(),
                block.distinctOn(),
                items(query, block, star),
                Span.NONE,
                block.from(),
                block.fromSpan(),
                block.where(),
                block.groupBy(),
                block.having(),
                block.windows(),
                block.qualify(),
                block.into(),
                block.optimizerHint());
        return new Query(Span.NONE, query.with(), listed, query.orderBy(), query.limit(), query.locking());
    }

    private Query enclosed(Query query) {
        NestedQuery first = enclosed();
        if (first == null) {
            return query;
        }
        TableReference named = new DerivedTable(Span.NONE, false, first.query(), MadeNodes.name(FIRST), List.of());
        Select whole = MadeNodes.select(List.of(new StarItem(Span.NONE, null)), List.of(named), null);
        return MadeStatement.again(query, node -> node == first ? whole : null);
    }

    /**
     * The first query of a UNION where it is in parentheses, on H2, else null: H2 takes two opening parentheses for
     * those of a join when a later query of the UNION has one.
     */
    private @Nullable NestedQuery enclosed() {
        if (!parser.dialect().syntax().parenthesesOpenJoins()) {
            return null;
        }
        QueryBody body = written().body();
        while (body instanceof SetOperation operation) {
            body = operation.left();
        }
        return body instanceof NestedQuery first && written().with() == null ? first : null;
    }

    private List<SelectItem> items(Query query, Select block, boolean star) {
        List<SelectItem> items = new ArrayList<>();
        if (!star) {
            for (SelectItem item : block.items()) {
                items.add(named((ExpressionItem) item, items.size()));
            }
            return items;
        }
        for (OutputColumn output : Objects.requireNonNull(bound.outputs(query), KNOWN)) {
            items.add(
                    output.expression() == null
                            ? ofStar(output, items.size())
                            : named(Objects.requireNonNull(item(block, output.expression()), KNOWN), items.size()));
        }
        return items;
    }

    /** Null where it is of none. */
    private static @Nullable ExpressionItem item(Select block, Expression expression) {
        for (SelectItem item : block.items()) {
            if (item instanceof ExpressionItem known && known.expression() == expression) {
                return known;
            }
        }
        return null;
    }

    private SelectItem named(ExpressionItem item, int position) {
        Identifier name = name(position);
        return name == null ? item : new ExpressionItem(Span.NONE, item.expression(), name);
    }

    private SelectItem ofStar(OutputColumn output, int position) {
        Identifier column = NameQuoting.quotedName(Objects.requireNonNull(output.label(), KNOWN));
        return new ExpressionItem(Span.NONE, MadeNodes.column(output.relation(), column), name(position));
    }

    /** The name that the view gives a column, or null. */
    private @Nullable Identifier name(int position) {
        return position < ddl.columns().size()
                ? NameQuoting.again(ddl.columns().get(position).name())
                : null;
    }

    private static boolean hasStar(QueryBody body) {
        if (body instanceof SetOperation operation) {
            return hasStar(operation.left()) || hasStar(operation.right());
        }
        if (body instanceof NestedQuery nested) {
            return hasStar(nested.query().body());
        }
        return body instanceof TableBody
                || body instanceof Select block && block.items().stream().anyMatch(StarItem.class::isInstance);
    }
}
