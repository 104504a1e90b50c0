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
}
