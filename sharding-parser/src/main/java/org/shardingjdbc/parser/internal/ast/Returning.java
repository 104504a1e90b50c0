package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code RETURNING items}; the span includes the keyword. */
public record Returning(Span span, List<SelectItem> items) implements Node {
    public Returning {
        items = List.copyOf(items);
    }

    @Override
    public List<Node> children() {
        return Children.of(items);
    }

    @Override
    public Returning mapped(NodeMapper mapper) {
        return new Returning(mapper.span(span), mapper.nodes(items));
    }
}
