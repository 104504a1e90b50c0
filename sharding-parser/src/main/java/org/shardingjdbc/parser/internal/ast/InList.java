package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * {@code value [NOT] IN (items)}. {@code itemsSpan} covers the items without the parentheses; {@code value} may be a
 * row.
 */
public record InList(Span span, Expression value, boolean negated, List<Expression> items, Span itemsSpan)
        implements Expression {
    public InList {
        items = List.copyOf(items);
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(value, items);
    }

    @Override
    public InList mapped(NodeMapper mapper) {
        return new InList(mapper.span(span), mapper.node(value), negated, mapper.nodes(items), mapper.span(itemsSpan));
    }
}
