package org.shardingjdbc.parser.internal.build;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Contract;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.Between;
import org.shardingjdbc.parser.internal.ast.Expression.CallForm;
import org.shardingjdbc.parser.internal.ast.Expression.CaseExpression;
import org.shardingjdbc.parser.internal.ast.Expression.Cast;
import org.shardingjdbc.parser.internal.ast.Expression.CastForm;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.Comparison;
import org.shardingjdbc.parser.internal.ast.Expression.ComparisonOperator;
import org.shardingjdbc.parser.internal.ast.Expression.DefaultValue;
import org.shardingjdbc.parser.internal.ast.Expression.Exists;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.IsTest;
import org.shardingjdbc.parser.internal.ast.Expression.Like;
import org.shardingjdbc.parser.internal.ast.Expression.Literal;
import org.shardingjdbc.parser.internal.ast.Expression.LiteralKind;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Expression.Not;
import org.shardingjdbc.parser.internal.ast.Expression.Operation;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Expression.Quantified;
import org.shardingjdbc.parser.internal.ast.Expression.RowExpression;
import org.shardingjdbc.parser.internal.ast.Expression.ScalarQuery;
import org.shardingjdbc.parser.internal.ast.Expression.SessionVariable;
import org.shardingjdbc.parser.internal.ast.Expression.When;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.QualifiedName;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ExpressionContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.NameContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.ValueContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammar.WhenClauseContext;
import org.shardingjdbc.parser.internal.grammar.SqlGrammarBaseVisitor;
import org.shardingjdbc.parser.internal.token.SqlToken;

/**
 * Makes expressions. The tree of a chain such as {@code a + b + c} leans to the left as deep as the chain is long, so
 * chains are walked in loops and only parentheses recurse. One per parse.
 */
final class ExpressionBuilder extends SqlGrammarBaseVisitor<Expression> {
    private static final Set<String> MATCH_OPERATORS = Set.of("~", "~*", "!~", "!~*", "~~", "~~*", "!~~", "!~~*");

    private final Leaves leaves;
    private final QueryBuilders queries;
    private final CallBuilder calls;

    ExpressionBuilder(Leaves leaves, QueryBuilders queries) {
        this.leaves = leaves;
        this.queries = queries;
        this.calls = new CallBuilder(leaves, this, queries);
    }

    CallBuilder calls() {
        return calls;
    }

    /** The expression, or null for null. */
    @Contract("!null -> !null")
    @Nullable
    Expression expression(@Nullable ParserRuleContext context) {
        // most are no more than a value
        ParserRuleContext of = context instanceof SqlGrammar.ValueExpressionContext only ? only.value() : context;
        return of == null ? null : of.accept(this);
    }

    List<Expression> expressions(SqlGrammar.ExpressionsContext context) {
        return context == null ? List.of() : list(context.expression());
    }

    List<Expression> list(List<? extends ParserRuleContext> contexts) {
        List<Expression> expressions = new ArrayList<>(contexts.size());
        for (ParserRuleContext context : contexts) {
            expressions.add(expression(context));
        }
        return expressions;
    }

    // ---- truth values ----

    @Override
    public Expression visitAndExpression(SqlGrammar.AndExpressionContext context) {
        return logical(context, LogicalOperator.AND);
    }

    @Override
    public Expression visitOrExpression(SqlGrammar.OrExpressionContext context) {
        return logical(context, LogicalOperator.OR);
    }

    @Override
    public Expression visitXorExpression(SqlGrammar.XorExpressionContext context) {
        return logical(context, LogicalOperator.XOR);
    }

    private Expression logical(ExpressionContext context, LogicalOperator operator) {
        List<Expression> operands = new ArrayList<>();
        ParseTree at = context;
        while (at.getClass() == context.getClass()) {
            operands.add(expression((ParserRuleContext) at.getChild(2)));
            at = at.getChild(0);
        }
        operands.add(expression((ParserRuleContext) at));
        Collections.reverse(operands);
        return new Logical(Leaves.span(context), operator, operands);
    }

    @Override
    public Expression visitNotExpression(SqlGrammar.NotExpressionContext context) {
        return new Not(Leaves.span(context), expression(context.expression()));
    }

    @Override
    public Expression visitComparisonExpression(SqlGrammar.ComparisonExpressionContext context) {
        Deque<SqlGrammar.ComparisonExpressionContext> chain = new ArrayDeque<>();
        ExpressionContext at = context;
        while (at instanceof SqlGrammar.ComparisonExpressionContext comparison) {
            chain.push(comparison);
            at = comparison.expression(0);
        }
        Expression left = expression(at);
        for (SqlGrammar.ComparisonExpressionContext comparison : chain) {
            ComparisonOperator operator =
                    comparisonOperator(comparison.comparisonOperator().getStart());
            left = new Comparison(Leaves.span(comparison), operator, left, expression(comparison.expression(1)));
        }
        return left;
    }

    private static ComparisonOperator comparisonOperator(Token token) {
        return switch (token.getType()) {
            case SqlGrammar.T_NOT_EQUAL -> ComparisonOperator.NOT_EQUAL;
            case SqlGrammar.T_LESS -> ComparisonOperator.LESS;
            case SqlGrammar.T_LESS_EQUAL -> ComparisonOperator.LESS_OR_EQUAL;
            case SqlGrammar.T_GREATER -> ComparisonOperator.GREATER;
            case SqlGrammar.T_GREATER_EQUAL -> ComparisonOperator.GREATER_OR_EQUAL;
            case SqlGrammar.T_NULL_SAFE_EQUAL -> ComparisonOperator.NULL_SAFE_EQUAL;
            default -> ComparisonOperator.EQUAL;
        };
    }

    @Override
    public Expression visitDistinctExpression(SqlGrammar.DistinctExpressionContext context) {
        ComparisonOperator operator =
                context.NOT() == null ? ComparisonOperator.DISTINCT_FROM : ComparisonOperator.NULL_SAFE_EQUAL;
        return new Comparison(
                Leaves.span(context), operator, expression(context.expression()), expression(context.value()));
    }

    @Override
    public Expression visitInExpression(SqlGrammar.InExpressionContext context) {
        Span span = Leaves.span(context);
        Expression value = expression(context.expression());
        boolean negated = context.NOT() != null;
        SqlGrammar.InOperandContext operand = context.inOperand();
        if (operand.query() != null) {
            return new InQuery(span, value, negated, Leaves.span(operand), queries.query(operand.query()));
        }
        int inside = ((SqlToken) operand.T_OPEN().getSymbol()).stop;
        Span items = operand.expressions() == null ? new Span(inside, inside) : Leaves.span(operand.expressions());
        return new InList(span, value, negated, expressions(operand.expressions()), items);
    }

    @Override
    public Expression visitBetweenExpression(SqlGrammar.BetweenExpressionContext context) {
        return new Between(
                Leaves.span(context),
                expression(context.expression()),
                context.NOT() != null,
                context.SYMMETRIC() != null,
                expression(context.value(0)),
                expression(context.value(1)));
    }

    @Override
    public Expression visitLikeExpression(SqlGrammar.LikeExpressionContext context) {
        return new Like(
                Leaves.span(context),
                words(context.likeOperator()),
                context.NOT() != null,
                expression(context.expression()),
                expression(context.value(0)),
                expression(context.value(1)));
    }

    @Override
    public Expression visitQuantifiedOperatorExpression(SqlGrammar.QuantifiedOperatorExpressionContext context) {
        String operator =
                context.likeOperator() == null ? context.T_OPERATOR().getText() : words(context.likeOperator());
        return quantified(
                context,
                context.expression(),
                context.NOT() == null ? operator : "NOT " + operator,
                context.quantifiedOperand());
    }

    @Override
    public Expression visitQuantifiedExpression(SqlGrammar.QuantifiedExpressionContext context) {
        String operator =
                comparisonOperator(context.comparisonOperator().getStart()).text();
        return quantified(context, context.expression(), operator, context.quantifiedOperand());
    }

    private Expression quantified(
            ParserRuleContext context,
            ExpressionContext left,
            String operator,
            SqlGrammar.QuantifiedOperandContext operand) {
        Query query = operand.query() == null ? null : queries.query(operand.query());
        return new Quantified(
                Leaves.span(context),
                expression(left),
                operator,
                operand.ALL() != null,
                query,
                expression(operand.expression()));
    }

    @Override
    public Expression visitMemberExpression(SqlGrammar.MemberExpressionContext context) {
        return operation(context, Operation.MEMBER_OF, context.expression(), context.value());
    }

    @Override
    public Expression visitNullTestExpression(SqlGrammar.NullTestExpressionContext context) {
        return new IsTest(Leaves.span(context), expression(context.expression()), context.NOTNULL() != null, "NULL");
    }

    @Override
    public Expression visitIsExpression(SqlGrammar.IsExpressionContext context) {
        return new IsTest(
                Leaves.span(context), expression(context.expression()), context.NOT() != null, words(context.isTest()));
    }

    // ---- chains of values ----

    @Override
    public Expression visitPowerValue(SqlGrammar.PowerValueContext context) {
        return chain(context);
    }

    @Override
    public Expression visitProductValue(SqlGrammar.ProductValueContext context) {
        return chain(context);
    }

    @Override
    public Expression visitSumValue(SqlGrammar.SumValueContext context) {
        return chain(context);
    }

    @Override
    public Expression visitShiftValue(SqlGrammar.ShiftValueContext context) {
        return chain(context);
    }

    @Override
    public Expression visitBitAndValue(SqlGrammar.BitAndValueContext context) {
        return chain(context);
    }

    @Override
    public Expression visitBitOrValue(SqlGrammar.BitOrValueContext context) {
        return chain(context);
    }

    @Override
    public Expression visitOperatorValue(SqlGrammar.OperatorValueContext context) {
        return chain(context);
    }

    @Override
    public Expression visitArrowValue(SqlGrammar.ArrowValueContext context) {
        return chain(context);
    }

    /** Reads {@code value operator value} with all that stands to the left of it. */
    private Expression chain(ValueContext context) {
        Deque<ValueContext> chain = new ArrayDeque<>();
        ValueContext at = context;
        while (isBinary(at)) {
            chain.push(at);
            at = (ValueContext) at.getChild(0);
        }
        Expression left = expression(at);
        for (ValueContext step : chain) {
            Expression right = expression((ValueContext) step.getChild(2));
            left = binary(Leaves.span(step), step.getChild(1).getText().toUpperCase(Locale.ROOT), left, right);
        }
        return left;
    }

    private static boolean isBinary(ValueContext context) {
        return context.getChildCount() == 3
                && context.getChild(0) instanceof ValueContext
                && context.getChild(1) instanceof TerminalNode
                && context.getChild(2) instanceof ValueContext;
    }

    private static Expression binary(Span span, String operator, Expression left, Expression right) {
        if (MATCH_OPERATORS.contains(operator)) {
            boolean negated = operator.charAt(0) == '!';
            return new Like(span, negated ? operator.substring(1) : operator, negated, left, right, null);
        }
        return new Operation(span, operator, List.of(left, right));
    }

    @Override
    public Expression visitUnaryValue(SqlGrammar.UnaryValueContext context) {
        return operation(context, context.getStart().getText().toUpperCase(Locale.ROOT), context.value());
    }

    @Override
    public Expression visitPrefixValue(SqlGrammar.PrefixValueContext context) {
        return operation(context, context.T_OPERATOR().getText(), context.value());
    }

    @Override
    public Expression visitBangValue(SqlGrammar.BangValueContext context) {
        return new Not(Leaves.span(context), expression(context.value()));
    }

    @Override
    public Expression visitSubscriptValue(SqlGrammar.SubscriptValueContext context) {
        List<Expression> operands = new ArrayList<>();
        operands.add(expression(context.value()));
        operands.addAll(list(context.subscript().expression()));
        return new Operation(Leaves.span(context), Operation.SUBSCRIPT, operands, bounds(context.subscript()));
    }

    /** Where values stand around the colon of a subscript; empty without a colon. */
    private static String bounds(SqlGrammar.SubscriptContext context) {
        if (context.T_COLON() == null) {
            return "";
        }
        boolean from = context.getChild(0) != context.T_COLON();
        boolean to = context.expression().size() > (from ? 1 : 0);
        return (from ? "n:" : ":") + (to ? "n" : "");
    }

    @Override
    public Expression visitTypeCastValue(SqlGrammar.TypeCastValueContext context) {
        String type = leaves.written(context.dataType());
        return new Cast(Leaves.span(context), expression(context.value()), type, CastForm.OPERATOR);
    }

    @Override
    public Expression visitCollateValue(SqlGrammar.CollateValueContext context) {
        ParseTree name = context.name() == null ? context.T_STRING() : context.name();
        return operation(context, Operation.COLLATE, Leaves.words(name), context.value());
    }

    @Override
    public Expression visitTimeZoneValue(SqlGrammar.TimeZoneValueContext context) {
        return new Operation(Leaves.span(context), Operation.AT_TIME_ZONE, list(context.value()));
    }

    @Override
    public Expression visitLocalTimeValue(SqlGrammar.LocalTimeValueContext context) {
        return operation(context, Operation.AT_TIME_ZONE, "LOCAL", context.value());
    }

    private Expression operation(ParserRuleContext context, String operator, ParserRuleContext... operands) {
        return new Operation(Leaves.span(context), operator, list(List.of(operands)));
    }

    private Expression operation(ParserRuleContext context, String operator, String detail, ParserRuleContext operand) {
        return new Operation(Leaves.span(context), operator, List.of(expression(operand)), detail);
    }

    // ---- what stands by itself ----

    @Override
    public Expression visitLiteralValue(SqlGrammar.LiteralValueContext context) {
        SqlGrammar.LiteralContext literal = context.literal();
        Span span = Leaves.span(context);
        Token first = literal.getStart();
        if (literal.getChildCount() == 1) {
            return leaves.literals().literal(span, first.getType(), first.getText());
        }
        StringBuilder joined = new StringBuilder();
        for (TerminalNode part : literal.T_STRING()) {
            joined.append(leaves.literals().string(part.getText()));
        }
        return new Literal(span, LiteralKind.STRING, joined.toString());
    }

    @Override
    public Expression visitTypedLiteral(SqlGrammar.TypedLiteralContext context) {
        String type = context.T_TYPE_PREFIX().getText();
        return typed(
                context,
                context.WITH() == null ? type : type + " WITH TIME ZONE",
                context.T_STRING().getText());
    }

    @Override
    public Expression visitIntroducedLiteral(SqlGrammar.IntroducedLiteralContext context) {
        return new Literal(Leaves.span(context), LiteralKind.OTHER, Leaves.words(context));
    }

    @Override
    public Expression visitEscapeLiteral(SqlGrammar.EscapeLiteralContext context) {
        String type =
                switch (context.T_TYPE_PREFIX().getText().toLowerCase(Locale.ROOT)) {
                    case "d" -> "DATE";
                    case "t" -> "TIME";
                    case "ts" -> "TIMESTAMP";
                    default -> "";
                };
        return typed(context, type, context.T_STRING().getText());
    }

    private Expression typed(ParserRuleContext context, String type, String quoted) {
        LiteralKind kind =
                switch (type.toUpperCase(Locale.ROOT)) {
                    case "DATE" -> LiteralKind.DATE;
                    case "TIME" -> LiteralKind.TIME;
                    case "TIMESTAMP" -> LiteralKind.TIMESTAMP;
                    default -> LiteralKind.OTHER;
                };
        return new Literal(
                Leaves.span(context),
                kind,
                kind == LiteralKind.OTHER
                        ? leaves.written(context)
                        : leaves.literals().string(quoted));
    }

    @Override
    public Expression visitParameterValue(SqlGrammar.ParameterValueContext context) {
        return parameter(context.T_PARAMETER());
    }

    Parameter parameter(TerminalNode node) {
        return leaves.parameter(node.getSymbol());
    }

    @Override
    public Expression visitVariableValue(SqlGrammar.VariableValueContext context) {
        SessionVariable variable = new SessionVariable(
                Leaves.span(context.T_VARIABLE()), context.T_VARIABLE().getText());
        if (context.expression() == null) {
            return variable;
        }
        return new Operation(
                Leaves.span(context), Operation.ASSIGNMENT, List.of(variable, expression(context.expression())));
    }

    @Override
    public Expression visitNameValue(SqlGrammar.NameValueContext context) {
        if (context.callSuffix() != null) {
            return calls.call(Leaves.span(context), leaves.name(context.name()), context.callSuffix());
        }
        return column(context.name());
    }

    ColumnReference column(NameContext context) {
        List<Identifier> parts = leaves.identifiers(context.identifier());
        int last = parts.size() - 1;
        return new ColumnReference(Leaves.span(context), parts.subList(0, last), parts.get(last));
    }

    @Override
    public Expression visitReservedCallValue(SqlGrammar.ReservedCallValueContext context) {
        return calls.call(Leaves.span(context), word(context.reservedFunction()), context.callSuffix());
    }

    @Override
    public Expression visitNiladicValue(SqlGrammar.NiladicValueContext context) {
        List<String> words = context.T_INTEGER() == null
                ? List.of()
                : List.of(context.T_INTEGER().getText());
        CallForm form = new CallForm(words, null, "", false, "", context.T_OPEN() == null, false);
        return function(Leaves.span(context), word(context.niladicFunction()), List.of(), form);
    }

    private QualifiedName word(ParserRuleContext context) {
        return word(context.getStart());
    }

    private QualifiedName word(Token token) {
        Span span = Leaves.span(token, token);
        return new QualifiedName(span, List.of(new Identifier(span, token.getText(), false)));
    }

    private static FunctionCall function(Span span, QualifiedName name, List<Expression> arguments) {
        return function(span, name, arguments, CallForm.PLAIN);
    }

    private static FunctionCall function(Span span, QualifiedName name, List<Expression> arguments, CallForm form) {
        return new FunctionCall(span, name, false, false, arguments, null, null, null, null, form);
    }

    @Override
    public Expression visitParenthesizedValue(SqlGrammar.ParenthesizedValueContext context) {
        List<ExpressionContext> items = context.expressions().expression();
        Expression inner = items.size() == 1
                ? expression(items.get(0))
                : new RowExpression(
                        Leaves.span(
                                context.T_OPEN().getSymbol(), context.T_CLOSE().getSymbol()),
                        list(items),
                        false);
        return field(context, context.T_DOT(), inner);
    }

    @Override
    public Expression visitQueryValue(SqlGrammar.QueryValueContext context) {
        Span span = Leaves.span(
                context.T_QUERY_OPEN().getSymbol(), context.T_CLOSE().getSymbol());
        Expression query = new ScalarQuery(span, queries.query(context.query()));
        return field(context, context.T_DOT(), query);
    }

    /** The field that is named behind a value in parentheses, or the value where none is. */
    private static Expression field(ParserRuleContext context, List<TerminalNode> dots, Expression value) {
        if (dots.isEmpty()) {
            return value;
        }
        int first = context.children.indexOf(dots.get(0));
        String fields = Leaves.words(context.children.subList(first, context.getChildCount()));
        return new Operation(Leaves.span(context), Operation.FIELD, List.of(value), fields);
    }

    @Override
    public Expression visitExistsValue(SqlGrammar.ExistsValueContext context) {
        return new Exists(Leaves.span(context), queries.query(context.query()));
    }

    @Override
    public Expression visitCaseValue(SqlGrammar.CaseValueContext context) {
        Expression operand = null;
        Expression otherwise = null;
        for (ExpressionContext part : context.expression()) {
            if (part.getStart().getTokenIndex()
                    < context.whenClause(0).getStart().getTokenIndex()) {
                operand = expression(part);
            } else {
                otherwise = expression(part);
            }
        }
        List<When> whens = new ArrayList<>();
        for (WhenClauseContext when : context.whenClause()) {
            whens.add(new When(Leaves.span(when), expression(when.expression(0)), expression(when.expression(1))));
        }
        return new CaseExpression(Leaves.span(context), operand, whens, otherwise);
    }

    @Override
    public Expression visitCastValue(SqlGrammar.CastValueContext context) {
        String type = leaves.written(context.castTarget());
        CastForm form = context.CAST() == null ? CastForm.TRY_CAST : CastForm.CAST;
        return new Cast(Leaves.span(context), expression(context.expression()), type, form);
    }

    @Override
    public Expression visitConvertValue(SqlGrammar.ConvertValueContext context) {
        Expression value = expression(context.expression());
        if (context.castTarget() == null) {
            CallForm form = CallForm.of(List.of("", "USING " + Leaves.words(context.identifier())));
            return function(Leaves.span(context), word(context.getStart()), List.of(value), form);
        }
        String type = leaves.written(context.castTarget());
        return new Cast(Leaves.span(context), value, type, CastForm.CONVERT);
    }

    @Override
    public Expression visitArrayValue(SqlGrammar.ArrayValueContext context) {
        Span span = Leaves.span(context);
        if (context.query() == null) {
            return new Operation(span, Operation.ARRAY, elements(context.bracketed()));
        }
        Span inner = Leaves.span(context.T_QUERY_OPEN().getSymbol(), context.getStop());
        return new Operation(
                span, Operation.ARRAY, List.of(new ScalarQuery(inner, queries.query(context.query()))), "QUERY");
    }

    private List<Expression> elements(SqlGrammar.BracketedContext context) {
        List<Expression> elements = new ArrayList<>();
        for (SqlGrammar.BracketedItemContext item : context.bracketedItem()) {
            elements.add(
                    item.expression() == null
                            ? new Operation(Leaves.span(item), Operation.ARRAY, elements(item.bracketed()))
                            : expression(item.expression()));
        }
        return elements;
    }

    @Override
    public Expression visitIntervalLiteral(SqlGrammar.IntervalLiteralContext context) {
        TerminalNode string = context.T_STRING();
        Literal value = leaves.literals().literal(Leaves.span(string), SqlGrammar.T_STRING, string.getText());
        String unit = Leaves.words(context.intervalUnit());
        return new Operation(Leaves.span(context), Operation.INTERVAL, List.of(value), unit);
    }

    @Override
    public Expression visitIntervalValue(SqlGrammar.IntervalValueContext context) {
        return operation(context, Operation.INTERVAL, Leaves.words(context.intervalUnit()), context.value());
    }

    @Override
    public Expression visitSequenceValue(SqlGrammar.SequenceValueContext context) {
        Token first = context.getStart();
        Token last = context.FOR().getSymbol();
        Span words = Leaves.span(first, last);
        Identifier function = new Identifier(words, first.getText().toUpperCase(Locale.ROOT) + " VALUE FOR", false);
        return function(
                Leaves.span(context), new QualifiedName(words, List.of(function)), List.of(column(context.name())));
    }

    @Override
    public Expression visitMatchValue(SqlGrammar.MatchValueContext context) {
        List<Expression> operands = new ArrayList<>(expressions(context.expressions()));
        operands.add(expression(context.value()));
        return new Operation(Leaves.span(context), Operation.MATCH, operands, Leaves.words(context.matchMode()));
    }

    @Override
    public Expression visitDefaultValue(SqlGrammar.DefaultValueContext context) {
        if (context.name() == null) {
            return new DefaultValue(Leaves.span(context));
        }
        return function(Leaves.span(context), word(context.getStart()), List.of(column(context.name())));
    }

    @Override
    public Expression visitValuesValue(SqlGrammar.ValuesValueContext context) {
        return function(Leaves.span(context), word(context.getStart()), List.of(column(context.name())));
    }

    @Override
    public Expression visitEscapeCall(SqlGrammar.EscapeCallContext context) {
        if (!context.T_IDENTIFIER().getText().equalsIgnoreCase("fn")) {
            throw new UnsupportedSyntaxException(
                    (SqlToken) context.T_IDENTIFIER().getSymbol(), "'fn'");
        }
        Expression value = expression(context.value());
        if (value instanceof FunctionCall call) {
            return call.inEscape();
        }
        boolean cast = value instanceof Cast made && made.form() == CastForm.CONVERT;
        return cast ? ((Cast) value).inEscape() : value;
    }

    /** The words of a context in upper case, one blank between them. */
    static String words(ParserRuleContext context) {
        StringBuilder words = new StringBuilder();
        for (int at = 0; at < context.getChildCount(); at++) {
            words.append(at == 0 ? "" : " ").append(context.getChild(at).getText());
        }
        return words.toString().toUpperCase(Locale.ROOT);
    }
}
