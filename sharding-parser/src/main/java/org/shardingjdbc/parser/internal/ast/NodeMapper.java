package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** What becomes of the parts of a node when a tree is made from another one; see {@link Node#mapped}. */
public interface NodeMapper {
    /**
     * Where a part stands now.
     *
     * @param span null where there is no such part
     */
    Span span(Span span);

    /**
     * A node that stands in place of one; null of null.
     *
     * @throws ClassCastException later, when it is of a kind that cannot stand there
     */
    <N extends Node> N node(N node);

    /** The nodes that stand in place of those of a list, which may be more or less. */
    <N extends Node> List<N> nodes(List<N> nodes);

    /**
     * The end of a node that it keeps as it is written.
     *
     * @param whole where the node was
     */
    default String tail(Span whole, String tail) {
        return tail;
    }

    /** The text that a statement keeps of itself. */
    String text(Span statement, String text);
}
