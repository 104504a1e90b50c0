package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** The keyword DEFAULT where a value may stand. */
public record DefaultValue(Span span) implements Expression {
    @Override
    public void accept(ExpressionVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return List.of();
    }

    @Override
    public DefaultValue mapped(NodeMapper mapper) {
        return new DefaultValue(mapper.span(span));
    }
}
