package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code (a, b)} or {@code ROW(a)}. The span includes the parentheses. */
public record RowExpression(Span span, List<Expression> items) implements Expression {
    public RowExpression {
        items = List.copyOf(items);
    }

    @Override
    public List<Node> children() {
        return Children.of(items);
    }
}
