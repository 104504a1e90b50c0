package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code *} or {@code qualifier.*}; {@code qualifier} may be null. */
public record StarItem(Span span, QualifiedName qualifier) implements SelectItem {
    @Override
    public void accept(ItemVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(qualifier);
    }

    @Override
    public StarItem mapped(NodeMapper mapper) {
        return new StarItem(mapper.span(span), mapper.node(qualifier));
    }
}
