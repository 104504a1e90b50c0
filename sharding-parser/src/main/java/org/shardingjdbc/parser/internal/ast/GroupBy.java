package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * {@code GROUP BY items}; the span includes the keywords. For {@link GroupingKind#SETS} the items are all expressions
 * that take part.
 *
 * @param sorted whether an item says ASC or DESC, so that the groups come in that order: MariaDB, MySQL before 8.0.13
 */
public record GroupBy(Span span, GroupingKind kind, List<Expression> items, boolean sorted) implements Node {
    public GroupBy {
        items = List.copyOf(items);
    }

    @Override
    public List<Node> children() {
        return Children.of(items);
    }
}
