package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code NOT operand}, {@code ! operand}. */
public record Not(Span span, Expression operand) implements Expression {
    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(operand);
    }

    @Override
    public Not mapped(NodeMapper mapper) {
        return new Not(mapper.span(span), mapper.node(operand));
    }
}
