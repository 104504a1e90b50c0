package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** AND, OR or XOR of two or more operands; a chain of the same operator without parentheses is one node. */
public record Logical(Span span, LogicalOperator operator, List<Expression> operands) implements Expression {
    public Logical {
        operands = List.copyOf(operands);
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(operands);
    }

    @Override
    public Logical mapped(NodeMapper mapper) {
        return new Logical(mapper.span(span), operator, mapper.nodes(operands));
    }
}
