package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** One key of an ORDER BY; {@code nullOrder} is null where the SQL says nothing. */
public record SortItem(Span span, Expression expression, boolean descending, NullOrder nullOrder) implements Node {
    @Override
    public List<Node> children() {
        return Children.of(expression);
    }

    @Override
    public SortItem mapped(NodeMapper mapper) {
        return new SortItem(mapper.span(span), mapper.node(expression), descending, nullOrder);
    }
}
