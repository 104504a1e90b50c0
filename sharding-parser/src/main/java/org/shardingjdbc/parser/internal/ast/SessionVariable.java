package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code @name} or {@code @@scope.name}, as written. */
public record SessionVariable(Span span, String text) implements Expression {
    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return List.of();
    }

    @Override
    public SessionVariable mapped(NodeMapper mapper) {
        return new SessionVariable(mapper.span(span), text);
    }
}
