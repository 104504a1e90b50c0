package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code WITH [RECURSIVE] tables}. */
public record With(Span span, boolean recursive, List<CommonTable> tables) implements Node {
    public With {
        tables = List.copyOf(tables);
    }

    @Override
    public List<Node> children() {
        return Children.of(tables);
    }

    @Override
    public With mapped(NodeMapper mapper) {
        return new With(mapper.span(span), recursive, mapper.nodes(tables));
    }

    /**
     * {@code name [(columns)] AS (statement)}; the statement is a {@link QueryStatement}, or with PostgreSQL one that
     * writes. {@code materialized} is null where nothing is said of it.
     */
    public record CommonTable(
            Span span,
            Identifier name,
            List<Identifier> columns,
            Statement statement,
            @Nullable Boolean materialized) implements Node {
        public CommonTable {
            columns = List.copyOf(columns);
        }

        @Override
        public List<Node> children() {
            return Children.of(name, columns, statement);
        }

        @Override
        public CommonTable mapped(NodeMapper mapper) {
            return new CommonTable(
                    mapper.span(span), mapper.node(name), mapper.nodes(columns), mapper.node(statement), materialized);
        }
    }
}
