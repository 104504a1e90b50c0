package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code left operator ANY|ALL (query or array)}; one of {@code query} and {@code array} is null. */
public record Quantified(Span span, Expression left, String operator, boolean all, Query query, Expression array)
        implements Expression {
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
