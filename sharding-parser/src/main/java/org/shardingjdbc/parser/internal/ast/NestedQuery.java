package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** A query in parentheses where a body may stand. The span includes the parentheses. */
public record NestedQuery(Span span, Query query) implements QueryBody {
    @Override
    public void accept(BodyVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(query);
    }

    @Override
    public NestedQuery mapped(NodeMapper mapper) {
        return new NestedQuery(mapper.span(span), mapper.node(query));
    }
}
