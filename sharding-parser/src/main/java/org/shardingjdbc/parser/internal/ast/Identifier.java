package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A name. {@code text} is without its quotes and with doubled quotes undone, in the case it was written; {@code span}
 * includes the quotes.
 */
public record Identifier(Span span, String text, boolean quoted) implements Node {
    @Override
    public List<Node> children() {
        return List.of();
    }
}
