package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A pattern match: {@code operator} is LIKE, ILIKE, SIMILAR TO, REGEXP, RLIKE, {@code ~} and so on; {@code escape} may
 * be null.
 */
public record Like(Span span, String operator, boolean negated, Expression value, Expression pattern, Expression escape)
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
                mapper.span(span), operator, negated, mapper.node(value), mapper.node(pattern), mapper.node(escape));
    }
}
