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

    /** How a GROUP BY forms its groups. */
    public enum GroupingKind {
        /** A list of expressions. */
        PLAIN,
        /** ROLLUP, CUBE, GROUPING SETS or WITH ROLLUP takes part. */
        SETS,
        /** {@code GROUP BY ALL}. */
        ALL
    }

    /**
     * An element of GROUP BY.
     *
     * @param word ROLLUP, CUBE or GROUPING SETS before the parentheses; empty for an expression, and for {@code ()},
     *     which has none
     * @param expressions those of ROLLUP and CUBE, or the one
     * @param sets those of GROUPING SETS
     * @param direction ASC or DESC, else empty
     */
    public record GroupingElement(
            String word, List<Expression> expressions, List<GroupingElement> sets, String direction) {
        public GroupingElement {
            expressions = List.copyOf(expressions);
            sets = List.copyOf(sets);
        }

        /** An expression by itself. */
        public static GroupingElement of(Expression expression) {
            return new GroupingElement("", List.of(expression), List.of(), "");
        }

        void addTo(List<Expression> items) {
            items.addAll(expressions);
            sets.forEach(set -> set.addTo(items));
        }

        /** Its words, with the number of expressions for these. */
        String shape() {
            StringBuilder shape = new StringBuilder(word).append('(').append(expressions.size());
            sets.forEach(set -> shape.append(' ').append(set.shape()));
            return shape.append(')').append(direction).toString();
        }

        /** The same with its expressions mapped. */
        GroupingElement mapped(NodeMapper mapper) {
            return new GroupingElement(
                    word,
                    mapper.nodes(expressions),
                    sets.stream().map(each -> each.mapped(mapper)).toList(),
                    direction);
        }
    }
}
