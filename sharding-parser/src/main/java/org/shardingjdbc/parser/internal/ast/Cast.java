package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code CAST(value AS type)}, {@code value::type}, {@code CONVERT(value, type)}; {@code type} is as written. */
public record Cast(Span span, Expression value, String type, CastForm form) implements Expression {
    /** The same conversion in {@code {fn ...}}. */
    public Cast inEscape() {
        return new Cast(span, value, type, CastForm.ESCAPED_CONVERT);
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(value);
    }

    @Override
    public Cast mapped(NodeMapper mapper) {
        return new Cast(mapper.span(span), mapper.node(value), type, form);
    }
}
