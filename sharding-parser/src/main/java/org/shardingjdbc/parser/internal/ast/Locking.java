package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * {@code FOR UPDATE OF tables NOWAIT}: {@code strength} as UPDATE, SHARE, NO KEY UPDATE, KEY SHARE; {@code waiting} as
 * NOWAIT, SKIP LOCKED, or null.
 */
public record Locking(Span span, String strength, List<Identifier> tables, String waiting) implements Node {
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
