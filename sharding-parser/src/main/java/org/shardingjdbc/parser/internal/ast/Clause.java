package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** WHERE, HAVING or QUALIFY with its condition; the span includes the keyword. */
public record Clause(Span span, Expression condition) implements Node {
    @Override
    public List<Node> children() {
        return Children.of(condition);
    }

    @Override
    public Clause mapped(NodeMapper mapper) {
        return new Clause(mapper.span(span), mapper.node(condition));
    }
}
