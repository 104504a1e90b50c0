package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** A constant as written. {@code value} is null only for the kind NULL. */
public record Literal(Span span, LiteralKind kind, Object value) implements Expression {
    @Override
    public List<Node> children() {
        return List.of();
    }
}
