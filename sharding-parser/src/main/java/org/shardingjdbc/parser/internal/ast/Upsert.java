package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * The conflict clause of an INSERT, with its keywords. {@code target} may be empty; {@code constraint},
 * {@code targetWhere} and {@code where} may be null.
 */
public record Upsert(
        Span span,
        UpsertKind kind,
        List<Expression> target,
        Identifier constraint,
        Clause targetWhere,
        List<Assignment> assignments,
        Clause where)
        implements Node {
    public Upsert {
        target = List.copyOf(target);
        assignments = List.copyOf(assignments);
    }

    @Override
    public List<Node> children() {
        return Children.of(target, constraint, targetWhere, assignments, where);
    }
}
