package org.shardingjdbc.parser.internal.print;

import java.math.BigDecimal;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.CastForm;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.ExpressionVisitor;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Expression.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Expression.When;

/** Prints expressions, with parentheses where the grammar needs them. One per printed tree. */
final class ExpressionPrinter implements ExpressionVisitor {
    private final SqlText text;
    private final Dialect dialect;
    private final Precedence precedence;
    private final QueryParts queries;
    private final CallPrinter calls;

    ExpressionPrinter(SqlText text, Dialect dialect, QueryParts queries) {
        this.text = text;
        this.dialect = dialect;
        this.precedence = new Precedence(dialect);
        this.queries = queries;
        this.calls = new CallPrinter(text, dialect, this, queries);
    }

    CallPrinter calls() {
        return calls;
    }

    /** An expression where any may stand. */
    void print(Expression expression) {
        text.print(expression, () -> expression.accept(this));
    }

    /** An expression where the grammar has a value, which is no condition. */
    void value(Expression expression) {
        operand(expression, Precedence.OPERATOR);
    }

    /** An expression where only what needs no parentheses may stand without them. */
    void primary(Expression expression) {
        operand(expression, Precedence.PRIMARY);
    }

    /** Expressions with commas between them. */
    void list(List<? extends Expression> expressions) {
        for (int at = 0; at < expressions.size(); at++) {
            if (at > 0) {
                text.comma();
            }
            print(expressions.get(at));
        }
    }

    /** Prints an operand, in parentheses if it binds less tightly than {@code level}. */
    private void operand(Expression expression, int level) {
        boolean apart = precedence.of(expression) > level;
        if (apart) {
            text.open();
        }
        print(expression);
        if (apart) {
            text.close();
        }
    }

    // ---- leaves ----

    @Override
    public void visit(Literal literal) {
        text.word(
                switch (literal.kind()) {
                    case INTEGER, OTHER -> "" + literal.value();
                    case DECIMAL -> decimal((BigDecimal) literal.constant());
                    case APPROXIMATE -> approximate((BigDecimal) literal.constant());
                    case STRING -> dialect.lexis().quoted((String) literal.constant());
                    case BOOLEAN -> Boolean.TRUE.equals(literal.value()) ? "TRUE" : "FALSE";
                    case NULL -> "NULL";
                    case DATE, TIME, TIMESTAMP ->
                        literal.kind() + " " + dialect.lexis().quoted((String) literal.constant());
                    case BINARY ->
                        "0x".equals(literal.prefix()) ? "0x" + literal.value() : "X'" + literal.value() + "'";
                });
    }

    /** With its point, without which it is an integer. */
    private static String decimal(BigDecimal value) {
        return value.scale() > 0 ? value.toPlainString() : value.toPlainString() + ".";
    }

    /** With an exponent, without which it is exact. */
    private static String approximate(BigDecimal value) {
        return value.unscaledValue() + "E" + -value.scale();
    }

    @Override
    public void visit(Parameter parameter) {
        text.word(parameter.numbered() ? dialect.lexis().numberedPlaceholder(parameter.index() + 1) : "?");
    }

    @Override
    public void visit(ColumnReference column) {
        text.names(column.qualifier(), column.name());
    }

    @Override
    public void visit(SessionVariable variable) {
        text.word(variable.text());
    }

    @Override
    public void visit(DefaultValue value) {
        text.word("DEFAULT");
    }

    // ---- operators ----

    @Override
    public void visit(Operation operation) {
        if (Precedence.isBinary(operation)) {
            chain(operation);
            return;
        }
        List<Expression> operands = operation.operands();
        switch (operation.operator()) {
            case Operation.SUBSCRIPT -> subscript(operation);
            case Operation.FIELD -> {
                inParentheses(operands.get(0));
                text.behind(operation.detail());
            }
            case Operation.ARRAY -> array(operation);
            case Operation.MATCH -> match(operation);
            case Operation.INTERVAL -> {
                // in parentheses as a whole: MySQL has a function of that name
                text.word("INTERVAL");
                operand(operands.get(0), Precedence.PRIMARY);
                text.word(operation.detail());
            }
            case Operation.COLLATE -> {
                operand(operands.get(0), Precedence.COLLATE);
                text.word("COLLATE").word(operation.detail());
            }
            case Operation.AT_TIME_ZONE -> {
                operand(operands.get(0), Precedence.ZONE);
                text.word("AT").word(operation.detail());
            }
            case Operation.MEMBER_OF -> {
                value(operands.get(0));
                text.word("MEMBER OF");
                inParentheses(operands.get(1));
            }
            case Operation.ASSIGNMENT -> {
                print(operands.get(0));
                text.word(":=");
                print(operands.get(1));
            }
            default -> prefix(operation.operator(), operands.get(0));
        }
    }

    /** Operators that lean to the left may be as many as the text is long, so they are walked in a loop. */
    private void chain(Operation operation) {
        Deque<Operation> chain = new ArrayDeque<>();
        chain.push(operation);
        Expression left = operation.operands().get(0);
        while (left instanceof Operation inner
                && Precedence.isBinary(inner)
                && precedence.of(inner) <= precedence.of(chain.element())
                && !text.isWritten(inner)) {
            chain.push(inner);
            left = inner.operands().get(0);
        }
        int start = text.next();
        operand(left, precedence.of(chain.element()));
        for (Operation step : chain) {
            text.word(step.operator());
            operand(step.operands().get(1), precedence.of(step) - 1);
            if (step != operation) {
                text.printed(step, start);
            }
        }
    }

    private void prefix(String operator, Expression operand) {
        text.word(operator);
        boolean plain = operand instanceof Literal || operand instanceof ColumnReference;
        if (plain && !Precedence.isWord(operator) && precedence.of(operand) == Precedence.PRIMARY) {
            text.tight();
        }
        operand(operand, Precedence.ARROW);
    }

    private void subscript(Operation operation) {
        List<Expression> operands = operation.operands();
        Expression array = operands.get(0);
        boolean bare = array instanceof ColumnReference
                || array instanceof Parameter
                || precedence.of(array) == Precedence.SUBSCRIPT;
        if (bare) {
            print(array);
        } else {
            inParentheses(array);
        }
        text.behind("[").tight();
        int at = 1;
        for (char part : (operation.detail().isEmpty() ? "n" : operation.detail()).toCharArray()) {
            if (part == 'n') {
                print(operands.get(at++));
            } else {
                text.word(":");
            }
        }
        text.behind("]");
    }

    /** A value for which databases ask for parentheses. */
    private void inParentheses(Expression value) {
        boolean query = value instanceof ScalarQuery;
        if (!query) {
            text.open();
        }
        print(value);
        if (!query) {
            text.close();
        }
    }

    private void array(Operation operation) {
        text.word("ARRAY");
        if (operation.detail().isEmpty()) {
            text.behind("[").tight();
            list(operation.operands());
            text.behind("]");
        } else {
            text.tight();
            list(operation.operands());
        }
    }

    private void match(Operation operation) {
        List<Expression> operands = operation.operands();
        int last = operands.size() - 1;
        text.word("MATCH").open();
        list(operands.subList(0, last));
        text.close().word("AGAINST").open();
        value(operands.get(last));
        text.word(operation.detail()).close();
    }

    @Override
    public void visit(Cast cast) {
        switch (cast.form()) {
            case OPERATOR -> {
                operand(cast.value(), Precedence.CAST);
                text.behind("::").behind(cast.type());
            }
            case CAST, TRY_CAST -> {
                text.word(cast.form().name()).openBehind();
                print(cast.value());
                text.word("AS").word(cast.type()).close();
            }
            case CONVERT, ESCAPED_CONVERT -> {
                boolean escaped = cast.form() == CastForm.ESCAPED_CONVERT;
                text.word(escaped ? "{fn CONVERT" : "CONVERT").openBehind();
                print(cast.value());
                text.comma().word(cast.type()).close().behind(escaped ? "}" : "");
            }
        }
    }

    // ---- conditions ----

    @Override
    public void visit(Comparison comparison) {
        value(comparison.left());
        text.word(operator(comparison.operator().text()));
        value(comparison.right());
    }

    private String operator(String operator) {
        boolean nullSafe = operator.equals(ComparisonOperator.NULL_SAFE_EQUAL.text());
        return nullSafe ? dialect.syntax().nullSafeEqual() : operator;
    }

    @Override
    public void visit(Logical logical) {
        int level = Precedence.of(logical.operator());
        for (int at = 0; at < logical.operands().size(); at++) {
            text.wordIf(at > 0, logical.operator().name());
            operand(logical.operands().get(at), level - 1);
        }
    }

    @Override
    public void visit(Not not) {
        text.word("NOT");
        value(not.operand());
    }

    @Override
    public void visit(InList in) {
        value(in.value());
        text.wordIf(in.negated(), "NOT").word("IN").open();
        list(in.items());
        text.close();
    }

    @Override
    public void visit(InQuery in) {
        value(in.value());
        text.wordIf(in.negated(), "NOT").word("IN");
        queries.nested(in.query());
    }

    @Override
    public void visit(Between between) {
        value(between.value());
        text.wordIf(between.negated(), "NOT").word("BETWEEN").wordIf(between.symmetric(), "SYMMETRIC");
        value(between.low());
        text.word("AND");
        value(between.high());
    }

    @Override
    public void visit(Like like) {
        if (!Precedence.isWord(like.operator())) {
            operand(like.value(), Precedence.OPERATOR);
            text.word(like.negated() ? "!" + like.operator() : like.operator());
            operand(like.pattern(), Precedence.OPERATOR - 1);
            return;
        }
        value(like.value());
        text.wordIf(like.negated(), "NOT").word(like.operator());
        value(like.pattern());
        if (like.escape() != null) {
            text.word("ESCAPE");
            value(like.escape());
        }
    }

    @Override
    public void visit(IsTest test) {
        value(test.value());
        text.word("IS").wordIf(test.negated(), "NOT").word(test.test());
    }

    @Override
    public void visit(Exists exists) {
        text.word("EXISTS");
        queries.nested(exists.query());
    }

    @Override
    public void visit(Quantified quantified) {
        value(quantified.left());
        text.word(operator(quantified.operator())).word(quantified.all() ? "ALL" : "ANY");
        if (quantified.query() != null) {
            queries.nested(quantified.query());
        } else {
            text.open();
            print(Objects.requireNonNull(quantified.array(), "neither a query nor an array"));
            text.close();
        }
    }

    // ---- what has words of its own around it ----

    @Override
    public void visit(ScalarQuery scalar) {
        queries.nested(scalar.query());
    }

    @Override
    public void visit(FunctionCall call) {
        calls.print(call);
    }

    @Override
    public void visit(CaseExpression expression) {
        text.word("CASE");
        if (expression.operand() != null) {
            print(expression.operand());
        }
        for (When when : expression.whens()) {
            text.print(when, () -> {
                text.word("WHEN");
                print(when.condition());
                text.word("THEN");
                print(when.result());
            });
        }
        if (expression.otherwise() != null) {
            text.word("ELSE");
            print(expression.otherwise());
        }
        text.word("END");
    }

    @Override
    public void visit(RowExpression row) {
        if (row.keyword()) {
            text.word("ROW").openBehind();
        } else {
            text.open();
        }
        list(row.items());
        text.close();
    }
}
