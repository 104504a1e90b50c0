package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code value [NOT] IN (query)}. */
public record InQuery(Span span, Expression value, boolean negated, Query query) implements Expression {
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
        return new InQuery(mapper.span(span), mapper.node(value), negated, mapper.node(query));
    }
}
