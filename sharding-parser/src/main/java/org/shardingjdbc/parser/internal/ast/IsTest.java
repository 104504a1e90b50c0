package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code value IS [NOT] test}: NULL, TRUE, FALSE, UNKNOWN, JSON, ...; {@code test} is upper case. */
public record IsTest(Span span, Expression value, boolean negated, String test) implements Expression {
    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(value);
    }

    @Override
    public IsTest mapped(NodeMapper mapper) {
        return new IsTest(mapper.span(span), mapper.node(value), negated, test);
    }
}
