package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code VALUES rows}; the span includes the keyword. */
public record ValuesSource(Span span, List<InsertRow> rows) implements InsertSource {
    public ValuesSource {
        rows = List.copyOf(rows);
    }

    @Override
    public void accept(SourceVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(rows);
    }

    @Override
    public ValuesSource mapped(NodeMapper mapper) {
        return new ValuesSource(mapper.span(span), mapper.nodes(rows));
    }
}
