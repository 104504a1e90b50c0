package org.shardingjdbc.parser.internal.ast;

import java.util.List;

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
}
