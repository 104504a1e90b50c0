package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;

/**
 * {@code column = value} or, as a {@code row}, {@code (columns) = value}. {@code subscripts} has one text for each
 * column ({@code [1]}), or is empty.
 */
public record Assignment(
        Span span, List<ColumnReference> columns, Expression value, boolean row, List<String> subscripts)
        implements Node {
    public Assignment {
        subscripts = List.copyOf(subscripts);
        columns = List.copyOf(columns);
    }

    @Override
    public List<Node> children() {
        return Children.of(columns, value);
    }

    @Override
    public Assignment mapped(NodeMapper mapper) {
        return new Assignment(mapper.span(span), mapper.nodes(columns), mapper.node(value), row, subscripts);
    }
}
