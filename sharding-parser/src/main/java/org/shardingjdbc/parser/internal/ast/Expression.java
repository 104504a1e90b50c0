package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A value expression. What routing must understand has a record of its own; every other operator is an
 * {@link Operation}.
 */
public sealed interface Expression extends Node {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(ExpressionVisitor visitor);

    /**
     * A constant as written. {@code value} is null only for the kind NULL; {@code prefix} is what stands before the
     * digits of a BINARY ({@code X} or {@code 0x}, which mean different things to MariaDB), else null.
     */
    record Literal(
            Span span,
            LiteralKind kind,
            @Nullable Object value,
            @Nullable String prefix) implements Expression {
        /** A constant that is written without a prefix. */
        public Literal(Span span, LiteralKind kind, @Nullable Object value) {
            this(span, kind, value, null);
        }

        /** The value of one of any kind but NULL. */
        public Object constant() {
            return Objects.requireNonNull(value, "a literal of the kind NULL has no value");
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return List.of();
        }

        @Override
        public Literal mapped(NodeMapper mapper) {
            return new Literal(mapper.span(span), kind, value, prefix);
        }
    }

    /** What a literal is; each constant says the Java type of {@link Literal#value()}. */
    enum LiteralKind {
        /** Value is a Long, else a BigInteger; never negative, for a sign is an operation. */
        INTEGER,
        /** Value is a BigDecimal: written with a point and without an exponent. */
        DECIMAL,
        /** Value is a BigDecimal: written with an exponent, approximate to the database. */
        APPROXIMATE,
        /** Value is the String with its escapes undone. */
        STRING,
        /** Value is a Boolean. */
        BOOLEAN,
        /** Value is null. */
        NULL,
        /** Value is the String between the quotes of {@code DATE '...'}. */
        DATE,
        /** Value is the String between the quotes of {@code TIME '...'}. */
        TIME,
        /** Value is the String between the quotes of {@code TIMESTAMP '...'}. */
        TIMESTAMP,
        /** Value is a byte[]-free String of hexadecimal digits: {@code X'..'}, {@code 0x..}. */
        BINARY,
        /**
         * Anything else that is constant ({@code B'01'}, {@code N'..'}, {@code UUID '..'}): value is the text as
         * written.
         */
        OTHER
    }

    /**
     * A placeholder {@code ?} or {@code $n}; {@code index} is 0-based, for {@code ?} in text order. {@code numbered}
     * when it says its index.
     */
    record Parameter(Span span, int index, boolean numbered) implements Expression {
        /** A placeholder {@code ?}. */
        public Parameter(Span span, int index) {
            this(span, index, false);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return List.of();
        }

        @Override
        public Parameter mapped(NodeMapper mapper) {
            return new Parameter(mapper.span(span), index, numbered);
        }
    }

    /**
     * A column, or what looks like one: {@code a}, {@code t.a}, {@code s.t.a}. {@code qualifier} is empty or the parts
     * before the last dot.
     */
    record ColumnReference(Span span, List<Identifier> qualifier, Identifier name) implements Expression {
        public ColumnReference {
            qualifier = List.copyOf(qualifier);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(qualifier, name);
        }

        @Override
        public ColumnReference mapped(NodeMapper mapper) {
            return new ColumnReference(mapper.span(span), mapper.nodes(qualifier), mapper.node(name));
        }
    }

    /** {@code @name} or {@code @@scope.name}, as written. */
    record SessionVariable(Span span, String text) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return List.of();
        }

        @Override
        public SessionVariable mapped(NodeMapper mapper) {
            return new SessionVariable(mapper.span(span), text);
        }
    }

    /** The keyword DEFAULT where a value may stand. */
    record DefaultValue(Span span) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return List.of();
        }

        @Override
        public DefaultValue mapped(NodeMapper mapper) {
            return new DefaultValue(mapper.span(span));
        }
    }

    /**
     * An operator that routing does not look into: arithmetic, concatenation, JSON and array operators, and those that
     * have a name here, as they are not written between two operands. {@code operator} is upper case; operands are in
     * text order. {@code detail} is what is written beside them and is no value, else empty.
     */
    record Operation(Span span, String operator, List<Expression> operands, String detail) implements Expression {
        /**
         * {@code value[1:2]}; the detail is where its values stand around the colon, if there is one: {@code n:n},
         * {@code n:}, {@code :n}, {@code :}.
         */
        public static final String SUBSCRIPT = "[]";
        /** {@code (value).field}; the detail is the fields. */
        public static final String FIELD = ".";
        /** {@code ARRAY[1, 2]}; the detail is QUERY where it is made of a query. */
        public static final String ARRAY = "ARRAY";
        /** {@code MATCH (a) AGAINST (value)}; the detail is the mode. */
        public static final String MATCH = "MATCH";
        /** {@code INTERVAL 1 DAY}; the detail is the unit. */
        public static final String INTERVAL = "INTERVAL";
        /** {@code value COLLATE name}; the detail is the name. */
        public static final String COLLATE = "COLLATE";
        /** {@code value AT TIME ZONE value}, or {@code value AT LOCAL}, which has one operand and the detail LOCAL. */
        public static final String AT_TIME_ZONE = "AT TIME ZONE";
        /** {@code value MEMBER OF (array)}. */
        public static final String MEMBER_OF = "MEMBER OF";
        /** {@code @variable := value}. */
        public static final String ASSIGNMENT = ":=";

        public Operation {
            operands = List.copyOf(operands);
        }

        /** An operator that its operands tell all about. */
        public Operation(Span span, String operator, List<Expression> operands) {
            this(span, operator, operands, "");
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(operands);
        }

        @Override
        public Operation mapped(NodeMapper mapper) {
            return new Operation(mapper.span(span), operator, mapper.nodes(operands), detail);
        }
    }

    /** {@code left operator right}; either side may be a {@link RowExpression}. */
    record Comparison(Span span, ComparisonOperator operator, Expression left, Expression right) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(left, right);
        }

        @Override
        public Comparison mapped(NodeMapper mapper) {
            return new Comparison(mapper.span(span), operator, mapper.node(left), mapper.node(right));
        }
    }

    /** A comparison of two values. */
    enum ComparisonOperator {
        EQUAL("="),
        NOT_EQUAL("<>"),
        LESS("<"),
        LESS_OR_EQUAL("<="),
        GREATER(">"),
        GREATER_OR_EQUAL(">="),
        /** {@code <=>} of MySQL, {@code IS NOT DISTINCT FROM}. */
        NULL_SAFE_EQUAL("IS NOT DISTINCT FROM"),
        /** {@code IS DISTINCT FROM}. */
        DISTINCT_FROM("IS DISTINCT FROM");

        private final String text;

        ComparisonOperator(String text) {
            this.text = text;
        }

        /** The standard spelling. */
        public String text() {
            return text;
        }

        /** The operator that holds for the same operands in the opposite order. */
        public ComparisonOperator mirrored() {
            return switch (this) {
                case LESS -> GREATER;
                case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
                case GREATER -> LESS;
                case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
                case EQUAL, NOT_EQUAL, NULL_SAFE_EQUAL, DISTINCT_FROM -> this;
            };
        }
    }

    /** AND, OR or XOR of two or more operands; a chain of the same operator without parentheses is one node. */
    record Logical(Span span, LogicalOperator operator, List<Expression> operands) implements Expression {
        public Logical {
            operands = List.copyOf(operands);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(operands);
        }

        @Override
        public Logical mapped(NodeMapper mapper) {
            return new Logical(mapper.span(span), operator, mapper.nodes(operands));
        }
    }

    /** Joins truth values. {@code ||} and {@code &&} of MySQL are OR and AND. */
    enum LogicalOperator {
        AND,
        OR,
        XOR
    }

    /** {@code NOT operand}, {@code ! operand}. */
    record Not(Span span, Expression operand) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(operand);
        }

        @Override
        public Not mapped(NodeMapper mapper) {
            return new Not(mapper.span(span), mapper.node(operand));
        }
    }

    /**
     * {@code value [NOT] IN (items)}. {@code itemsSpan} covers the items without the parentheses; {@code value} may be
     * a row.
     */
    record InList(Span span, Expression value, boolean negated, List<Expression> items, Span itemsSpan)
            implements Expression {
        public InList {
            items = List.copyOf(items);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(value, items);
        }

        @Override
        public InList mapped(NodeMapper mapper) {
            return new InList(
                    mapper.span(span), mapper.node(value), negated, mapper.nodes(items), mapper.span(itemsSpan));
        }
    }

    /** {@code value [NOT] IN (query)}; {@code list} is the query with its parentheses. */
    record InQuery(Span span, Expression value, boolean negated, Span list, Query query) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(value, query);
        }

        @Override
        public InQuery mapped(NodeMapper mapper) {
            return new InQuery(mapper.span(span), mapper.node(value), negated, mapper.span(list), mapper.node(query));
        }
    }

    /** {@code value [NOT] BETWEEN [SYMMETRIC] low AND high}. */
    record Between(Span span, Expression value, boolean negated, boolean symmetric, Expression low, Expression high)
            implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(value, low, high);
        }

        @Override
        public Between mapped(NodeMapper mapper) {
            return new Between(
                    mapper.span(span), mapper.node(value), negated, symmetric, mapper.node(low), mapper.node(high));
        }
    }

    /**
     * A pattern match: {@code operator} is LIKE, ILIKE, SIMILAR TO, REGEXP, RLIKE, {@code ~} and so on; {@code escape}
     * may be null.
     */
    record Like(
            Span span,
            String operator,
            boolean negated,
            Expression value,
            Expression pattern,
            @Nullable Expression escape)
            implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(value, pattern, escape);
        }

        @Override
        public Like mapped(NodeMapper mapper) {
            return new Like(
                    mapper.span(span),
                    operator,
                    negated,
                    mapper.node(value),
                    mapper.node(pattern),
                    mapper.node(escape));
        }
    }

    /** {@code value IS [NOT] test}: NULL, TRUE, FALSE, UNKNOWN, JSON, ...; {@code test} is upper case. */
    record IsTest(Span span, Expression value, boolean negated, String test) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(value);
        }

        @Override
        public IsTest mapped(NodeMapper mapper) {
            return new IsTest(mapper.span(span), mapper.node(value), negated, test);
        }
    }

    /** {@code EXISTS (query)}. */
    record Exists(Span span, Query query) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(query);
        }

        @Override
        public Exists mapped(NodeMapper mapper) {
            return new Exists(mapper.span(span), mapper.node(query));
        }
    }

    /** A query in parentheses where a value may stand. The span includes the parentheses. */
    record ScalarQuery(Span span, Query query) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(query);
        }

        @Override
        public ScalarQuery mapped(NodeMapper mapper) {
            return new ScalarQuery(mapper.span(span), mapper.node(query));
        }
    }

    /** {@code left operator ANY|ALL (query or array)}; one of {@code query} and {@code array} is null. */
    record Quantified(
            Span span,
            Expression left,
            String operator,
            boolean all,
            @Nullable Query query,
            @Nullable Expression array) implements Expression {
        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(left, query, array);
        }

        @Override
        public Quantified mapped(NodeMapper mapper) {
            return new Quantified(
                    mapper.span(span), mapper.node(left), operator, all, mapper.node(query), mapper.node(array));
        }
    }

    /**
     * A call, aggregate or not. {@code star} for {@code COUNT(*)}; {@code orderBy} is that inside the parentheses or of
     * WITHIN GROUP; {@code limit} is that inside the parentheses. {@code orderBy}, {@code limit}, {@code filter} and
     * {@code over} may be null. EXTRACT, SUBSTRING, TRIM and the like with keywords between their arguments are calls
     * too, with their value arguments only; {@code form} has the keywords.
     *
     * @param installed whether it may mean a function that users have made, as databases say, though its name is that
     *     of a built-in one; never so as it is parsed. Calls that are written alike are equal, whatever they mean
     */
    record FunctionCall(
            Span span,
            QualifiedName name,
            boolean distinct,
            boolean star,
            List<Expression> arguments,
            @Nullable OrderBy orderBy,
            @Nullable Limit limit,
            @Nullable Expression filter,
            @Nullable Window over,
            CallForm form,
            boolean installed)
            implements Expression {
        public FunctionCall {
            arguments = List.copyOf(arguments);
        }

        /** A call as it is parsed. */
        public FunctionCall(
                Span span,
                QualifiedName name,
                boolean distinct,
                boolean star,
                List<Expression> arguments,
                @Nullable OrderBy orderBy,
                @Nullable Limit limit,
                @Nullable Expression filter,
                @Nullable Window over,
                CallForm form) {
            this(span, name, distinct, star, arguments, orderBy, limit, filter, over, form, false);
        }

        /** The same call in {@code {fn ...}}. */
        public FunctionCall inEscape() {
            return new FunctionCall(
                    span, name, distinct, star, arguments, orderBy, limit, filter, over, form.inEscape(), installed);
        }

        /** The same call, which may mean a function that users have made. */
        public FunctionCall asInstalled() {
            return new FunctionCall(span, name, distinct, star, arguments, orderBy, limit, filter, over, form, true);
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof FunctionCall that
                    && span.equals(that.span)
                    && name.equals(that.name)
                    && distinct == that.distinct
                    && star == that.star
                    && arguments.equals(that.arguments)
                    && Objects.equals(orderBy, that.orderBy)
                    && Objects.equals(limit, that.limit)
                    && Objects.equals(filter, that.filter)
                    && Objects.equals(over, that.over)
                    && form.equals(that.form);
        }

        @Override
        public int hashCode() {
            return Objects.hash(span, name, distinct, star, arguments, orderBy, limit, filter, over, form);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(name, arguments, orderBy, limit, filter, over);
        }

        @Override
        public FunctionCall mapped(NodeMapper mapper) {
            return new FunctionCall(
                    mapper.span(span),
                    mapper.node(name),
                    distinct,
                    star,
                    mapper.nodes(arguments),
                    mapper.node(orderBy),
                    mapper.node(limit),
                    mapper.node(filter),
                    mapper.node(over),
                    form,
                    installed);
        }
    }

    /**
     * How a call is written, beside its name and values.
     *
     * @param words what stands before each argument, and behind the last one: {@code [LEADING, FROM, ""]}; empty where
     *     there is nothing but commas
     * @param separator the text behind SEPARATOR, or null
     * @param tail the clauses at the end of the parentheses ({@code RETURNING}, {@code IGNORE NULLS}), or empty
     * @param withinGroup whether the order is that of WITHIN GROUP
     * @param modifiers what stands between the parentheses and FILTER or OVER ({@code FROM LAST IGNORE NULLS}), or
     *     empty
     * @param bare whether there are no parentheses: {@code CURRENT_DATE}
     * @param escaped whether it stands in {@code {fn ...}}, which the driver translates
     */
    record CallForm(
            List<String> words,
            @Nullable String separator,
            String tail,
            boolean withinGroup,
            String modifiers,
            boolean bare,
            boolean escaped) {
        /** A name and arguments with commas between them. */
        public static final CallForm PLAIN = of(List.of());

        public CallForm {
            words = List.copyOf(words);
        }

        /** A call with words between its arguments. */
        public static CallForm of(List<String> words) {
            return new CallForm(words, null, "", false, "", false, false);
        }

        /** The same in {@code {fn ...}}. */
        public CallForm inEscape() {
            return new CallForm(words, separator, tail, withinGroup, modifiers, bare, true);
        }
    }

    /**
     * {@code CASE [operand] WHEN .. THEN .. [ELSE otherwise] END}; {@code operand} and {@code otherwise} may be null.
     */
    record CaseExpression(
            Span span,
            @Nullable Expression operand,
            List<When> whens,
            @Nullable Expression otherwise) implements Expression {
        public CaseExpression {
            whens = List.copyOf(whens);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(operand, whens, otherwise);
        }

        @Override
        public CaseExpression mapped(NodeMapper mapper) {
            return new CaseExpression(
                    mapper.span(span), mapper.node(operand), mapper.nodes(whens), mapper.node(otherwise));
        }
    }

    /** One {@code WHEN condition THEN result}. */
    record When(Span span, Expression condition, Expression result) implements Node {
        @Override
        public List<Node> children() {
            return Children.of(condition, result);
        }

        @Override
        public When mapped(NodeMapper mapper) {
            return new When(mapper.span(span), mapper.node(condition), mapper.node(result));
        }
    }

    /** {@code CAST(value AS type)}, {@code value::type}, {@code CONVERT(value, type)}; {@code type} is as written. */
    record Cast(Span span, Expression value, String type, CastForm form) implements Expression {
        /** The same conversion in {@code {fn ...}}. */
        public Cast inEscape() {
            return new Cast(span, value, type, CastForm.ESCAPED_CONVERT);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(value);
        }

        @Override
        public Cast mapped(NodeMapper mapper) {
            return new Cast(mapper.span(span), mapper.node(value), type, form);
        }
    }

    /** How a cast is written. */
    enum CastForm {
        /** {@code CAST(value AS type)}. */
        CAST,
        /** {@code TRY_CAST(value AS type)}. */
        TRY_CAST,
        /** {@code CONVERT(value, type)}. */
        CONVERT,
        /** {@code {fn CONVERT(value, type)}}, which the driver translates. */
        ESCAPED_CONVERT,
        /** {@code value::type}. */
        OPERATOR
    }

    /** {@code (a, b)}, or {@code ROW(a)} with the keyword. The span includes the parentheses. */
    record RowExpression(Span span, List<Expression> items, boolean keyword) implements Expression {
        public RowExpression {
            items = List.copyOf(items);
        }

        @Override
        public void accept(ExpressionVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(items);
        }

        @Override
        public RowExpression mapped(NodeMapper mapper) {
            return new RowExpression(mapper.span(span), mapper.nodes(items), keyword);
        }
    }

    /** A method for each kind of an expression, so that who asks for all kinds is told by the compiler of a new one. */
    interface ExpressionVisitor {
        void visit(Literal literal);

        void visit(Parameter parameter);

        void visit(ColumnReference columnReference);

        void visit(SessionVariable sessionVariable);

        void visit(DefaultValue defaultValue);

        void visit(Operation operation);

        void visit(Comparison comparison);

        void visit(Logical logical);

        void visit(Not not);

        void visit(InList inList);

        void visit(InQuery inQuery);

        void visit(Between between);

        void visit(Like like);

        void visit(IsTest isTest);

        void visit(Exists exists);

        void visit(ScalarQuery scalarQuery);

        void visit(Quantified quantified);

        void visit(FunctionCall functionCall);

        void visit(CaseExpression caseExpression);

        void visit(Cast cast);

        void visit(RowExpression rowExpression);
    }
}
