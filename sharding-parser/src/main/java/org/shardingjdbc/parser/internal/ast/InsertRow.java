package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** One {@code (value, ...)} of VALUES; the span includes the parentheses. */
public record InsertRow(Span span, List<Expression> values) implements Node {
    public InsertRow {
        values = List.copyOf(values);
    }

    @Override
    public List<Node> children() {
        return Children.of(values);
    }
}
