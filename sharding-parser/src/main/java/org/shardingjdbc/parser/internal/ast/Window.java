package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What follows OVER, or a named window's definition. {@code reference} (a window's name) and {@code orderBy} may be
 * null; {@code frameBounds} are the values of the frame's bounds; {@code frame} is null where there is none.
 */
public record Window(
        Span span,
        @Nullable Identifier reference,
        List<Expression> partitionBy,
        @Nullable OrderBy orderBy,
        List<Expression> frameBounds,
        @Nullable Frame frame)
        implements Node {
    public Window {
        partitionBy = List.copyOf(partitionBy);
        frameBounds = List.copyOf(frameBounds);
    }

    @Override
    public List<Node> children() {
        return Children.of(reference, partitionBy, orderBy, frameBounds);
    }

    @Override
    public Window mapped(NodeMapper mapper) {
        return new Window(
                mapper.span(span),
                mapper.node(reference),
                mapper.nodes(partitionBy),
                mapper.node(orderBy),
                mapper.nodes(frameBounds),
                frame);
    }

    /**
     * The frame of a window. Of a bound that is only PRECEDING or FOLLOWING, the value is in
     * {@link Window#frameBounds}.
     *
     * @param unit ROWS, RANGE or GROUPS
     * @param start UNBOUNDED PRECEDING, PRECEDING, CURRENT ROW, ...
     * @param end null without BETWEEN
     * @param exclusion CURRENT ROW, GROUP, TIES or NO OTHERS; or null
     */
    public record Frame(
            String unit,
            String start,
            @Nullable String end,
            @Nullable String exclusion) {}

    /** {@code WINDOW name AS (window)}. */
    public record NamedWindow(Span span, Identifier name, Window window) implements Node {
        @Override
        public List<Node> children() {
            return Children.of(name, window);
        }

        @Override
        public NamedWindow mapped(NodeMapper mapper) {
            return new NamedWindow(mapper.span(span), mapper.node(name), mapper.node(window));
        }
    }
}
