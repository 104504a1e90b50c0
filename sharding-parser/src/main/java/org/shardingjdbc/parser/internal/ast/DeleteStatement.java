package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/**
 * DELETE: {@code targets} are the tables that lose rows; {@code from} is what they are joined with (USING, or FROM of
 * MySQL's multi-table form), empty for the plain form. In the multi-table form a target may be an alias of
 * {@code from}. {@code ignore} says that it passes over rows that cannot be written (IGNORE); {@code joined} for the
 * form with the targets before FROM; {@code modifiers} are the other words behind DELETE. {@code optimizerHint} is the
 * comment {@code /*+ ... *}{@code /} behind the first word, or empty.
 */
public record DeleteStatement(
        Span span,
        @Nullable With with,
        List<NamedTable> targets,
        List<TableReference> from,
        @Nullable Clause where,
        @Nullable OrderBy orderBy,
        @Nullable Limit limit,
        @Nullable Returning returning,
        boolean ignore,
        boolean joined,
        List<String> modifiers,
        String optimizerHint)
        implements Statement {
    public DeleteStatement {
        modifiers = List.copyOf(modifiers);
        targets = List.copyOf(targets);
        from = List.copyOf(from);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, targets, from, where, orderBy, limit, returning);
    }

    @Override
    public DeleteStatement mapped(NodeMapper mapper) {
        return new DeleteStatement(
                mapper.span(span),
                mapper.node(with),
                mapper.nodes(targets),
                mapper.nodes(from),
                mapper.node(where),
                mapper.node(orderBy),
                mapper.node(limit),
                mapper.node(returning),
                ignore,
                joined,
                modifiers,
                optimizerHint);
    }
}
