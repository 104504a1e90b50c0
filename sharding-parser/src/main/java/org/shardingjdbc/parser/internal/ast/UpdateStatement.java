package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * UPDATE: {@code targets} is what stands before SET (several or a join with MySQL), {@code from} what stands in FROM.
 * All after {@code from} may be null. {@code ignore} says that it passes over rows that cannot be written (IGNORE).
 */
public record UpdateStatement(
        Span span,
        With with,
        List<TableReference> targets,
        List<Assignment> assignments,
        List<TableReference> from,
        Clause where,
        OrderBy orderBy,
        Limit limit,
        Returning returning,
        boolean ignore)
        implements Statement {
    public UpdateStatement {
        targets = List.copyOf(targets);
        assignments = List.copyOf(assignments);
        from = List.copyOf(from);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, targets, assignments, from, where, orderBy, limit, returning);
    }
}
