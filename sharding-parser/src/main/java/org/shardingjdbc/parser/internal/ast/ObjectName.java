package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** The name of an index, a constraint or the like in a definition statement. */
public record ObjectName(Span span, ObjectKind kind, QualifiedName name) implements Node {
    @Override
    public List<Node> children() {
        return Children.of(name);
    }

    @Override
    public ObjectName mapped(NodeMapper mapper) {
        return new ObjectName(mapper.span(span), kind, mapper.node(name));
    }
}
