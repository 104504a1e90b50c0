package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * What follows OVER, or a named window's definition. {@code reference} (a window's name) and {@code orderBy} may be
 * null; {@code frameBounds} are the values of the frame's bounds; {@code frame} is null where there is none.
 */
public record Window(
        Span span,
        Identifier reference,
        List<Expression> partitionBy,
        OrderBy orderBy,
        List<Expression> frameBounds,
        Frame frame)
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
}
