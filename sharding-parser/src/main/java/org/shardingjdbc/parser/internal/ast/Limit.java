package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * LIMIT, OFFSET and FETCH in whatever form, {@code SELECT TOP} too; the span covers all of it with its keywords.
 * {@code count} is null for an OFFSET alone and for LIMIT ALL, {@code offset} is null where there is none; FETCH FIRST
 * ROW without a number has the literal 1 with an empty span. {@code top} when it stands behind SELECT.
 */
public record Limit(
        Span span,
        @Nullable Expression count,
        @Nullable Expression offset,
        boolean percent,
        boolean withTies,
        boolean top)
        implements Node {
    @Override
    public List<Node> children() {
        return Children.of(count, offset);
    }

    @Override
    public Limit mapped(NodeMapper mapper) {
        return new Limit(mapper.span(span), mapper.node(count), mapper.node(offset), percent, withTies, top);
    }
}
