package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A piece of the syntax tree. Nodes are immutable records; two nodes are equal only if their spans are too, so trees
 * are compared by their printed form.
 */
public interface Node {
    /**
     * The characters this node was read from, never null; {@link Span#NONE} if it was made. Parentheses around an
     * expression are outside of its span.
     */
    Span span();

    /** The nodes directly below, in text order, without nulls; empty for a leaf. */
    List<Node> children();

    /** The same node with its parts and spans as they are mapped, and with all else that it says. */
    Node mapped(NodeMapper mapper);
}
