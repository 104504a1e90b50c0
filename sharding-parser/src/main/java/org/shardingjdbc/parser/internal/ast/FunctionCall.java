package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A call, aggregate or not. {@code star} for {@code COUNT(*)}; {@code orderBy} is that inside the parentheses or of
 * WITHIN GROUP; {@code orderBy}, {@code filter} and {@code over} may be null. EXTRACT, SUBSTRING, TRIM and the like
 * with keywords between their arguments are calls too, with their value arguments only.
 */
public record FunctionCall(
        Span span,
        QualifiedName name,
        boolean distinct,
        boolean star,
        List<Expression> arguments,
        OrderBy orderBy,
        Expression filter,
        Window over)
        implements Expression {
    public FunctionCall {
        arguments = List.copyOf(arguments);
    }

    @Override
    public List<Node> children() {
        return Children.of(name, arguments, orderBy, filter, over);
    }
}
