package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code INSERT ... SET a = 1} of MySQL; the span includes the keyword. */
public record SetSource(Span span, List<Assignment> assignments) implements InsertSource {
    public SetSource {
        assignments = List.copyOf(assignments);
    }

    @Override
    public void accept(SourceVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(assignments);
    }

    @Override
    public SetSource mapped(NodeMapper mapper) {
        return new SetSource(mapper.span(span), mapper.nodes(assignments));
    }
}
