package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A placeholder {@code ?} or {@code $n}; {@code index} is 0-based, for {@code ?} in text order. {@code numbered} when
 * it says its index.
 */
public record Parameter(Span span, int index, boolean numbered) implements Expression {
    /** A placeholder {@code ?}. */
    public Parameter(Span span, int index) {
        this(span, index, false);
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return List.of();
    }

    @Override
    public Parameter mapped(NodeMapper mapper) {
        return new Parameter(mapper.span(span), index, numbered);
    }
}
