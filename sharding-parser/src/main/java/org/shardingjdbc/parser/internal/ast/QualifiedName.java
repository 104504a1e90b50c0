package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** A dotted name, at least one part: {@code schema.table}. */
public record QualifiedName(Span span, List<Identifier> parts) implements Node {
    public QualifiedName {
        parts = List.copyOf(parts);
    }

    @Override
    public List<Node> children() {
        return Children.of(parts);
    }

    /** The last part, which names the object itself. */
    public Identifier last() {
        return parts.get(parts.size() - 1);
    }

    @Override
    public QualifiedName mapped(NodeMapper mapper) {
        return new QualifiedName(mapper.span(span), mapper.nodes(parts));
    }
}
