package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code EXISTS (query)}. */
public record Exists(Span span, Query query) implements Expression {
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
