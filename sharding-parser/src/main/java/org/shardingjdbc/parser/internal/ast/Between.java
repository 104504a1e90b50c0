package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code value [NOT] BETWEEN [SYMMETRIC] low AND high}. */
public record Between(Span span, Expression value, boolean negated, boolean symmetric, Expression low, Expression high)
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
