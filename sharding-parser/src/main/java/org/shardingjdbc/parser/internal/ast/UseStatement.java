package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code USE schema}, {@code SET SCHEMA schema}. */
public record UseStatement(Span span, Identifier schema) implements Statement {
    @Override
    public List<Node> children() {
        return Children.of(schema);
    }
}
