package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * {@code name [(columns)] AS (statement)}; the statement is a {@link QueryStatement}, or with PostgreSQL one that
 * writes.
 */
public record CommonTable(Span span, Identifier name, List<Identifier> columns, Statement statement) implements Node {
    public CommonTable {
        columns = List.copyOf(columns);
    }

    @Override
    public List<Node> children() {
        return Children.of(name, columns, statement);
    }
}
