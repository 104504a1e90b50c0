package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * {@code name = value}: {@code name} in lower case without scope, {@code value} as written; {@code expressions} are
 * what was understood of the value.
 */
public record SetAssignment(Span span, String name, String value, List<Expression> expressions) implements Node {
    public SetAssignment {
        expressions = List.copyOf(expressions);
    }

    @Override
    public List<Node> children() {
        return Children.of(expressions);
    }

    @Override
    public SetAssignment mapped(NodeMapper mapper) {
        return new SetAssignment(mapper.span(span), name, mapper.tail(span, value), mapper.nodes(expressions));
    }
}
