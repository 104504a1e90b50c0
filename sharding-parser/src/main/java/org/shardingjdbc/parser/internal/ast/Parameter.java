package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** A placeholder {@code ?} or {@code $n}; {@code index} is 0-based, for {@code ?} in text order. */
public record Parameter(Span span, int index) implements Expression {
    @Override
    public List<Node> children() {
        return List.of();
    }
}
