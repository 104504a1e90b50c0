package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code TABLE name}. */
public record TableBody(Span span, NamedTable table) implements QueryBody {
    @Override
    public void accept(BodyVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(table);
    }

    @Override
    public TableBody mapped(NodeMapper mapper) {
        return new TableBody(mapper.span(span), mapper.node(table));
    }
}
