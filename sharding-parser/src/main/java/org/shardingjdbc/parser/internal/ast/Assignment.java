package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code column = value} or {@code (columns) = value}. */
public record Assignment(Span span, List<ColumnReference> columns, Expression value) implements Node {
    public Assignment {
        columns = List.copyOf(columns);
    }

    @Override
    public List<Node> children() {
        return Children.of(columns, value);
    }
}
