package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

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

    /** One key of an ORDER BY; {@code nullOrder} is null where the SQL says nothing. */
    public record SortItem(
            Span span,
            Expression expression,
            boolean descending,
            @Nullable NullOrder nullOrder) implements Node {
        @Override
        public List<Node> children() {
            return Children.of(expression);
        }

        @Override
        public SortItem mapped(NodeMapper mapper) {
            return new SortItem(mapper.span(span), mapper.node(expression), descending, nullOrder);
        }
    }

    /** {@code NULLS FIRST} or {@code NULLS LAST}. */
    public enum NullOrder {
        FIRST,
        LAST
    }
}
