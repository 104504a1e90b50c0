package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code left operator [ALL] right}. */
public record SetOperation(Span span, SetOperator operator, boolean all, QueryBody left, QueryBody right)
        implements QueryBody {
    @Override
    public void accept(BodyVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(left, right);
    }

    @Override
    public SetOperation mapped(NodeMapper mapper) {
        return new SetOperation(mapper.span(span), operator, all, mapper.node(left), mapper.node(right));
    }
}
