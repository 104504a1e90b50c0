package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** A query in parentheses where a value may stand. The span includes the parentheses. */
public record ScalarQuery(Span span, Query query) implements Expression {
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
