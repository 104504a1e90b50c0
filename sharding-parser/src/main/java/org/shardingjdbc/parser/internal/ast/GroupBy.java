package org.shardingjdbc.parser.internal.ast;

import java.util.ArrayList;
import java.util.List;

/**
 * {@code GROUP BY elements}; the span includes the keywords.
 *
 * @param distinct whether equal grouping sets count once
 * @param extension what stands behind the elements: {@code WITH ROLLUP}, {@code WITH CUBE}; or empty
 */
public record GroupBy(Span span, GroupingKind kind, List<GroupingElement> elements, boolean distinct, String extension)
        implements Node {
    public GroupBy {
        elements = List.copyOf(elements);
    }

    /** All expressions that take part, in text order. */
    public List<Expression> items() {
        List<Expression> items = new ArrayList<>();
        elements.forEach(element -> element.addTo(items));
        return items;
    }

    /** Whether an item says ASC or DESC, so that the groups come in that order: MariaDB, MySQL before 8.0.13. */
    public boolean sorted() {
        return elements.stream().anyMatch(element -> !element.direction().isEmpty());
    }

    @Override
    public List<Node> children() {
        return Children.of(items());
    }

    @Override
    public GroupBy mapped(NodeMapper mapper) {
        return new GroupBy(
                mapper.span(span),
                kind,
                elements.stream().map(each -> each.mapped(mapper)).toList(),
                distinct,
                extension);
    }
}
