package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A body with what may stand around it; {@code with}, {@code orderBy} and {@code limit} may be null. Parentheses around
 * it are outside of its span.
 */
public record Query(
        Span span,
        @Nullable With with,
        QueryBody body,
        @Nullable OrderBy orderBy,
        @Nullable Limit limit,
        List<Locking> locking)
        implements Node {
    public Query {
        locking = List.copyOf(locking);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, body, orderBy, limit, locking);
    }

    @Override
    public Query mapped(NodeMapper mapper) {
        return new Query(
                mapper.span(span),
                mapper.node(with),
                mapper.node(body),
                mapper.node(orderBy),
                mapper.node(limit),
                mapper.nodes(locking));
    }

    /**
     * {@code FOR UPDATE OF tables NOWAIT}: {@code strength} as UPDATE, SHARE, NO KEY UPDATE, KEY SHARE; {@code waiting}
     * as NOWAIT, SKIP LOCKED, or null.
     */
    public record Locking(
            Span span,
            String strength,
            List<Identifier> tables,
            @Nullable String waiting) implements Node {
        public Locking {
            tables = List.copyOf(tables);
        }

        @Override
        public List<Node> children() {
            return Children.of(tables);
        }

        @Override
        public Locking mapped(NodeMapper mapper) {
            return new Locking(mapper.span(span), strength, mapper.nodes(tables), waiting);
        }
    }
}
