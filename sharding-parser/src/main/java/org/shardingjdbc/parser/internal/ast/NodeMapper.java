package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What becomes of the parts of a node when a tree is made from another one; see {@link Node#mapped}. */
public interface NodeMapper {
    /**
     * Where a part stands now.
     *
     * @param span null where there is no such part
     */
    @Contract("!null -> !null")
    @Nullable
    Span span(@Nullable Span span);

    /**
     * A node that stands in place of one; null of null.
     *
     * @throws ClassCastException later, when it is of a kind that cannot stand there
     */
    @Contract("!null -> !null")
    <N extends Node> @Nullable N node(@Nullable N node);

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
    @Contract("_, !null -> !null")
    @Nullable
    String text(Span statement, @Nullable String text);
}
