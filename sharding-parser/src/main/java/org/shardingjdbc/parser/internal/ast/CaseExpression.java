package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code CASE [operand] WHEN .. THEN .. [ELSE otherwise] END}; {@code operand} and {@code otherwise} may be null. */
public record CaseExpression(Span span, Expression operand, List<When> whens, Expression otherwise)
        implements Expression {
    public CaseExpression {
        whens = List.copyOf(whens);
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(operand, whens, otherwise);
    }

    @Override
    public CaseExpression mapped(NodeMapper mapper) {
        return new CaseExpression(mapper.span(span), mapper.node(operand), mapper.nodes(whens), mapper.node(otherwise));
    }
}
