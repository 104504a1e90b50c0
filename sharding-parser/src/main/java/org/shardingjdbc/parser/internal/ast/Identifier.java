package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A name. {@code text} is without its quotes and with doubled quotes undone, in the case it was written; {@code span}
 * includes the quotes. {@code backticks} when these are its quotes where others are usual: H2 folds such a name.
 */
public record Identifier(Span span, String text, boolean quoted, boolean backticks) implements Node {
    /** A name without quotes, or between those that are usual to the database. */
    public Identifier(Span span, String text, boolean quoted) {
        this(span, text, quoted, false);
    }

    @Override
    public List<Node> children() {
        return List.of();
    }

    @Override
    public Identifier mapped(NodeMapper mapper) {
        return new Identifier(mapper.span(span), text, quoted, backticks);
    }
}
