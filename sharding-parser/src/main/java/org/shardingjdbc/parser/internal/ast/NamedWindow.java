package org.shardingjdbc.parser.internal.ast;

import java.util.List;

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
