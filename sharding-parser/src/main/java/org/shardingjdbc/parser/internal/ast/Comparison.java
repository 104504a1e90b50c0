package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code left operator right}; either side may be a {@link RowExpression}. */
public record Comparison(Span span, ComparisonOperator operator, Expression left, Expression right)
        implements Expression {
    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(left, right);
    }

    @Override
    public Comparison mapped(NodeMapper mapper) {
        return new Comparison(mapper.span(span), operator, mapper.node(left), mapper.node(right));
    }
}
