package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code (a, b)}, or {@code ROW(a)} with the keyword. The span includes the parentheses. */
public record RowExpression(Span span, List<Expression> items, boolean keyword) implements Expression {
    public RowExpression {
        items = List.copyOf(items);
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(items);
    }

    @Override
    public RowExpression mapped(NodeMapper mapper) {
        return new RowExpression(mapper.span(span), mapper.nodes(items), keyword);
    }
}
