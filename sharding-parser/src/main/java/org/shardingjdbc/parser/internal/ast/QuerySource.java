package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code INSERT ... query}. */
public record QuerySource(Span span, Query query) implements InsertSource {
    @Override
    public void accept(SourceVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(query);
    }

    @Override
    public QuerySource mapped(NodeMapper mapper) {
        return new QuerySource(mapper.span(span), mapper.node(query));
    }
}
