package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code ORDER BY items}; the span includes the keywords. */
public record OrderBy(Span span, List<SortItem> items) implements Node {
    public OrderBy {
        items = List.copyOf(items);
    }

    @Override
    public List<Node> children() {
        return Children.of(items);
    }

    @Override
    public OrderBy mapped(NodeMapper mapper) {
        return new OrderBy(mapper.span(span), mapper.nodes(items));
    }
}
