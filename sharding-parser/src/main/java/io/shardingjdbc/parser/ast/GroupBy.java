package io.shardingjdbc.parser.ast;

import java.util.List;

/**
 * {@code GROUP BY items}; the span includes the keywords. For {@link GroupingKind#SETS} the items are all expressions
 * that take part.
 */
public record GroupBy(Span span, GroupingKind kind, List<Expression> items) implements Node {
    public GroupBy {
        items = List.copyOf(items);
    }

    @Override
    public List<Node> children() {
        return Children.of(items);
    }
}
