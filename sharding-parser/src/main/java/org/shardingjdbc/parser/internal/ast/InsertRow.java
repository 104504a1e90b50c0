package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** One {@code (value, ...)} of VALUES; the span includes the parentheses, and not ROW before them ({@code keyword}). */
public record InsertRow(Span span, List<Expression> values, boolean keyword) implements Node {
    public InsertRow {
        values = List.copyOf(values);
    }

    /** A row without the keyword ROW. */
    public InsertRow(Span span, List<Expression> values) {
        this(span, values, false);
    }

    @Override
    public List<Node> children() {
        return Children.of(values);
    }

    @Override
    public InsertRow mapped(NodeMapper mapper) {
        return new InsertRow(mapper.span(span), mapper.nodes(values), keyword);
    }
}
