package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A column, or what looks like one: {@code a}, {@code t.a}, {@code s.t.a}. {@code qualifier} is empty or the parts
 * before the last dot.
 */
public record ColumnReference(Span span, List<Identifier> qualifier, Identifier name) implements Expression {
    public ColumnReference {
        qualifier = List.copyOf(qualifier);
    }

    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(qualifier, name);
    }

    @Override
    public ColumnReference mapped(NodeMapper mapper) {
        return new ColumnReference(mapper.span(span), mapper.nodes(qualifier), mapper.node(name));
    }
}
