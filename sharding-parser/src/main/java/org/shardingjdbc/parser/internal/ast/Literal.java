package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A constant as written. {@code value} is null only for the kind NULL; {@code prefix} is what stands before the digits
 * of a BINARY ({@code X} or {@code 0x}, which mean different things to MariaDB), else null.
 */
public record Literal(Span span, LiteralKind kind, Object value, String prefix) implements Expression {
    /** A constant that is written without a prefix. */
    public Literal(Span span, LiteralKind kind, Object value) {
        this(span, kind, value, null);
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
    public Literal mapped(NodeMapper mapper) {
        return new Literal(mapper.span(span), kind, value, prefix);
    }
}
