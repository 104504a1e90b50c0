package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * An element of GROUP BY.
 *
 * @param word ROLLUP, CUBE or GROUPING SETS before the parentheses; empty for an expression, and for {@code ()}, which
 *     has none
 * @param expressions those of ROLLUP and CUBE, or the one
 * @param sets those of GROUPING SETS
 * @param direction ASC or DESC, else empty
 */
public record GroupingElement(String word, List<Expression> expressions, List<GroupingElement> sets, String direction) {
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
