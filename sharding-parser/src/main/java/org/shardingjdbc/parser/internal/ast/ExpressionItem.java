package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code expression [AS alias]}; {@code alias} may be null. */
public record ExpressionItem(Span span, Expression expression, Identifier alias) implements SelectItem {
    @Override
    public void accept(ItemVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(expression, alias);
    }

    @Override
    public ExpressionItem mapped(NodeMapper mapper) {
        return new ExpressionItem(mapper.span(span), mapper.node(expression), mapper.node(alias));
    }
}
