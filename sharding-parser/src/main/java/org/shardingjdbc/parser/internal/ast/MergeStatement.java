package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code MERGE INTO target USING source ON on WHEN ...}. */
public record MergeStatement(
        Span span,
        With with,
        NamedTable target,
        TableReference source,
        Expression on,
        List<MergeAction> actions,
        Returning returning)
        implements Statement {
    public MergeStatement {
        actions = List.copyOf(actions);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, target, source, on, actions, returning);
    }

    @Override
    public MergeStatement mapped(NodeMapper mapper) {
        return new MergeStatement(
                mapper.span(span),
                mapper.node(with),
                mapper.node(target),
                mapper.node(source),
                mapper.node(on),
                mapper.nodes(actions),
                mapper.node(returning));
    }
}
