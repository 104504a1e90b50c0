package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code CAST(value AS type)}, {@code value::type}, {@code CONVERT(value, type)}; {@code type} is as written. */
public record Cast(Span span, Expression value, String type) implements Expression {
    @Override
    public List<Node> children() {
        return Children.of(value);
    }
}
