package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code DEFAULT VALUES}. */
public record DefaultRow(Span span) implements InsertSource {
    @Override
    public void accept(SourceVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return List.of();
    }

    @Override
    public DefaultRow mapped(NodeMapper mapper) {
        return new DefaultRow(mapper.span(span));
    }
}
