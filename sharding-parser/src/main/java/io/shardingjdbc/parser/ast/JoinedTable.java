package io.shardingjdbc.parser.ast;

import java.util.List;

/** {@code left JOIN right ON on | USING (using)}; {@code on} may be null, {@code using} may be empty. */
public record JoinedTable(
        Span span,
        JoinKind kind,
        boolean natural,
        TableReference left,
        TableReference right,
        Expression on,
        List<Identifier> using)
        implements TableReference {
    public JoinedTable {
        using = List.copyOf(using);
    }

    @Override
    public List<Node> children() {
        return Children.of(left, right, on, using);
    }
}
