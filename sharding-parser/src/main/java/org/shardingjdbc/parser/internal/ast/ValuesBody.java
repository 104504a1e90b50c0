package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code VALUES (..), (..)}. */
public record ValuesBody(Span span, List<InsertRow> rows) implements QueryBody {
    public ValuesBody {
        rows = List.copyOf(rows);
    }

    @Override
    public void accept(BodyVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(rows);
    }

    @Override
    public ValuesBody mapped(NodeMapper mapper) {
        return new ValuesBody(mapper.span(span), mapper.nodes(rows));
    }
}
