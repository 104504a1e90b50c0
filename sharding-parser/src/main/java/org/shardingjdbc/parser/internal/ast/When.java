package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** One {@code WHEN condition THEN result}. */
public record When(Span span, Expression condition, Expression result) implements Node {
    @Override
    public List<Node> children() {
        return Children.of(condition, result);
    }

    @Override
    public When mapped(NodeMapper mapper) {
        return new When(mapper.span(span), mapper.node(condition), mapper.node(result));
    }
}
