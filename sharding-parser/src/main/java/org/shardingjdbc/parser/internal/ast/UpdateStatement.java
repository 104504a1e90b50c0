package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;

/**
 * UPDATE: {@code targets} is what stands before SET (several or a join with MySQL), {@code from} what stands in FROM.
 * All after {@code from} may be null. {@code ignore} says that it passes over rows that cannot be written (IGNORE);
 * {@code modifiers} are the other words behind UPDATE. {@code optimizerHint} is the comment {@code /*+ ... *}{@code /}
 * behind the first word, or empty.
 */
public record UpdateStatement(
        Span span,
        @Nullable With with,
        List<TableReference> targets,
        List<Assignment> assignments,
        List<TableReference> from,
        @Nullable Clause where,
        @Nullable OrderBy orderBy,
        @Nullable Limit limit,
        @Nullable Returning returning,
        boolean ignore,
        List<String> modifiers,
        String optimizerHint)
        implements Statement {
    public UpdateStatement {
        modifiers = List.copyOf(modifiers);
        targets = List.copyOf(targets);
        assignments = List.copyOf(assignments);
        from = List.copyOf(from);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, targets, assignments, from, where, orderBy, limit, returning);
    }

    @Override
    public UpdateStatement mapped(NodeMapper mapper) {
        return new UpdateStatement(
                mapper.span(span),
                mapper.node(with),
                mapper.nodes(targets),
                mapper.nodes(assignments),
                mapper.nodes(from),
                mapper.node(where),
                mapper.node(orderBy),
                mapper.node(limit),
                mapper.node(returning),
                ignore,
                modifiers,
                optimizerHint);
    }
}
