package org.shardingjdbc.plan.internal.syntax;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.ValueForm;
import org.shardingjdbc.dialect.internal.ValueForm.Arithmetic;
import org.shardingjdbc.parser.internal.ast.Assignment;
import org.shardingjdbc.parser.internal.ast.Clause;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.CallForm;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.CastForm;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertSource;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.Limit;
import org.shardingjdbc.parser.internal.ast.OrderBy.SortItem;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Query.Locking;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryStatement;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/** Nodes that are made while planning, without places. Stateless. */
public final class MadeNodes {
    private static final ValueForm.Notation<Expression> FORMS = new ValueForm.Notation<>() {
        @Override
        public Expression cast(Expression value, String type) {
            return MadeNodes.cast(value, type);
        }

        @Override
        public Expression operation(Expression value, Arithmetic operation) {
            BigDecimal number = BigDecimal.valueOf(operation.number());
            Expression behind =
                    switch (operation.kind()) {
                        case INTEGER -> integer(operation.number());
                        case DECIMAL -> new Literal(Span.NONE, LiteralKind.DECIMAL, number.setScale(1));
                        case DOUBLE -> new Literal(Span.NONE, LiteralKind.APPROXIMATE, number);
                    };
            return new Operation(Span.NONE, operation.operator(), List.of(value, behind));
        }

        @Override
        public Expression call(String function, List<Expression> arguments) {
            return MadeNodes.call(function, arguments);
        }

        @Override
        public Expression words(String text) {
            return new Literal(Span.NONE, LiteralKind.OTHER, text);
        }
    };

    private MadeNodes() {}

    public static SelectItem item(Expression expression) {
        return new ExpressionItem(Span.NONE, expression, null);
    }

    /** A column by its name. */
    public static ColumnReference column(Identifier name) {
        return new ColumnReference(Span.NONE, List.of(), name);
    }

    /** A column of a table that is named as it is there; null for none. */
    public static ColumnReference column(@Nullable Identifier qualifier, Identifier name) {
        return qualifier == null ? column(name) : new ColumnReference(Span.NONE, List.of(again(qualifier)), name);
    }

    /** A table by a name that stands elsewhere. */
    public static NamedTable table(QualifiedName name) {
        return new NamedTable(Span.NONE, name, null, List.of(), false);
    }

    public static Expression equal(Expression left, Expression right) {
        return new Comparison(Span.NONE, ComparisonOperator.EQUAL, left, right);
    }

    /** What no row fulfils. */
    public static Expression never() {
        return equal(integer(1), integer(0));
    }

    public static Expression isNotNull(Expression value) {
        return new IsTest(Span.NONE, value, true, "NULL");
    }

    public static Expression integer(long value) {
        return new Literal(Span.NONE, LiteralKind.INTEGER, value);
    }

    /** A value in the form that a dialect gives it. */
    public static Expression written(ValueForm form, Expression value) {
        return form.of(value, FORMS);
    }

    /** A call of a function with a plain name. */
    public static Expression call(String function, List<Expression> arguments) {
        return call(function, arguments, null);
    }

    /** @param filter which rows an aggregate counts; null for all */
    public static Expression call(String function, List<Expression> arguments, @Nullable Expression filter) {
        QualifiedName name = new QualifiedName(Span.NONE, List.of(name(function)));
        return new FunctionCall(Span.NONE, name, false, false, arguments, null, null, filter, null, CallForm.PLAIN);
    }

    /** A key of an ORDER BY, ascending, nulls where the database puts them. */
    public static SortItem ascending(Expression key) {
        return new SortItem(Span.NONE, key, false, null);
    }

    public static Expression text(String value) {
        return new Literal(Span.NONE, LiteralKind.STRING, value);
    }

    /** NULL. */
    public static Expression unknown() {
        return new Literal(Span.NONE, LiteralKind.NULL, null);
    }

    public static Expression cast(Expression value, String type) {
        return new Cast(Span.NONE, value, type, CastForm.CAST);
    }

    /** A number with all digits that it has. */
    public static Expression asDouble(Expression value) {
        return written(ValueForm.PLAIN.with(Arithmetic.TIMES_DOUBLE_ONE), value);
    }

    /** All of the conditions; null for none. */
    public static @Nullable Clause where(List<Expression> conditions) {
        if (conditions.isEmpty()) {
            return null;
        }
        return new Clause(Span.NONE, logical(LogicalOperator.AND, conditions));
    }

    /** @param conditions at least one */
    public static Expression logical(LogicalOperator operator, List<Expression> conditions) {
        return conditions.size() == 1 ? conditions.get(0) : new Logical(Span.NONE, operator, conditions);
    }

    /** That one of several conditions holds; of negated ones that all do. */
    public static Expression eitherForm(boolean negated, List<Expression> conditions) {
        return logical(negated ? LogicalOperator.AND : LogicalOperator.OR, conditions);
    }

    /** An INSERT with other rows, but for what stands before it. */
    public static InsertStatement insert(InsertStatement insert, InsertSource source) {
        return new InsertStatement(
                Span.NONE,
                null,
                insert.kind(),
                insert.table(),
                insert.columns().stream().map(MadeNodes::again).toList(),
                insert.columnsSpan() == null ? null : Span.NONE,
                insert.overriding(),
                source,
                insert.rowAlias() == null ? null : again(insert.rowAlias()),
                insert.upsert(),
                insert.returning(),
                insert.modifiers(),
                insert.merge(),
                insert.keys().stream().map(MadeNodes::again).toList(),
                insert.optimizerHint());
    }

    /** A name that needs no marks around it. */
    public static Identifier name(String plain) {
        return new Identifier(Span.NONE, plain, false);
    }

    /** A name once more. */
    public static Identifier again(Identifier name) {
        return new Identifier(Span.NONE, name.text(), name.quoted(), name.backticks());
    }

    public static Assignment assignment(ColumnReference column, Expression value) {
        return new Assignment(Span.NONE, List.of(column), value, false, List.of(""));
    }

    public static Limit limit(long rows) {
        return new Limit(Span.NONE, integer(rows), null, false, false, false);
    }

    /** What locks the rows of a query as another one does, whichever tables that names. */
    public static List<Locking> locking(Locking other) {
        return List.of(new Locking(Span.NONE, other.strength(), List.of(), other.waiting()));
    }

    /** What locks rows, if it is written. */
    public static List<Locking> locking(String clause) {
        return clause.isEmpty() ? List.of() : List.of(new Locking(Span.NONE, "UPDATE", List.of(), null));
    }

    /** @param from at least one table; nothing for no tables */
    public static Select select(List<SelectItem> items, List<? extends TableReference> from, @Nullable Clause where) {
        return new Select(
                Span.NONE,
                Quantifier.ALL,
                null,
                List.of(),
                List.of(),
                items,
                Span.NONE,
                List.copyOf(from),
                from.isEmpty() ? null : Span.NONE,
                where,
                null,
                null,
                List.of(),
                null,
                null,
                "");
    }

    /** All columns of all rows of a table. */
    public static Select all(TableReference table) {
        return select(List.of(new StarItem(Span.NONE, null)), List.of(table), null);
    }

    /** One of equal rows each of a made block. */
    public static Select distinct(Select made) {
        return new Select(
                Span.NONE,
                Quantifier.DISTINCT,
                null,
                List.of(),
                List.of(),
                made.items(),
                Span.NONE,
                made.from(),
                made.fromSpan(),
                made.where(),
                null,
                null,
                List.of(),
                null,
                null,
                "");
    }

    /** @param limit null for none */
    public static QueryStatement statement(Select select, @Nullable Limit limit, List<Locking> locking) {
        return new QueryStatement(Span.NONE, new Query(Span.NONE, null, select, null, limit, locking));
    }
}
