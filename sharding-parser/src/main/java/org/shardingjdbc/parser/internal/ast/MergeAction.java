package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * One WHEN of a MERGE: UPDATE with assignments, INSERT with columns and values, DELETE, or DO NOTHING;
 * {@code condition} may be null, and {@code overriding} (SYSTEM or USER) too.
 */
public record MergeAction(
        Span span,
        boolean matched,
        Expression condition,
        List<Assignment> assignments,
        List<Identifier> columns,
        List<Expression> values,
        boolean delete,
        String overriding)
        implements Node {
    public MergeAction {
        assignments = List.copyOf(assignments);
        columns = List.copyOf(columns);
        values = List.copyOf(values);
    }

    @Override
    public List<Node> children() {
        return Children.of(condition, assignments, columns, values);
    }
}
