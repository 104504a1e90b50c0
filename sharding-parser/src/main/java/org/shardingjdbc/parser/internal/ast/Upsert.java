package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * The conflict clause of an INSERT, with its keywords. {@code target} may be empty; {@code constraint},
 * {@code targetWhere} and {@code where} may be null. {@code operatorClasses} has one text for each expression of the
 * target, or is empty.
 */
public record Upsert(
        Span span,
        UpsertKind kind,
        List<Expression> target,
        Identifier constraint,
        Clause targetWhere,
        List<Assignment> assignments,
        Clause where,
        List<String> operatorClasses)
        implements Node {
    public Upsert {
        operatorClasses = List.copyOf(operatorClasses);
        target = List.copyOf(target);
        assignments = List.copyOf(assignments);
    }

    @Override
    public List<Node> children() {
        return Children.of(target, constraint, targetWhere, assignments, where);
    }

    @Override
    public Upsert mapped(NodeMapper mapper) {
        return new Upsert(
                mapper.span(span),
                kind,
                mapper.nodes(target),
                mapper.node(constraint),
                mapper.node(targetWhere),
                mapper.nodes(assignments),
                mapper.node(where),
                operatorClasses);
    }
}
