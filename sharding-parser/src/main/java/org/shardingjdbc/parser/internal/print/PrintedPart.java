package org.shardingjdbc.parser.internal.print;

import org.shardingjdbc.parser.internal.ast.Span;

/**
 * A part of the text that a made tree is printed as. Nodes in it that were read are places in their own text: whoever
 * edits that text puts them in with the edits that are theirs. Immutable.
 */
public sealed interface PrintedPart {
    /** What is printed of nodes that were made, without placeholders. */
    record Words(String text) implements PrintedPart {}

    /** A node that was read, by its place in the text that it was read from; it may be a part more than once. */
    record Read(Span span) implements PrintedPart {}

    /** A parameter that was made; its index may be negative, as whoever made it counts. */
    record Placeholder(int index) implements PrintedPart {}
}
