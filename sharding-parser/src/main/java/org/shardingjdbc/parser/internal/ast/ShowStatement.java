package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * SHOW, DESCRIBE. {@code table}, {@code like} (the pattern, unquoted), {@code where} and {@code schema} may be null.
 */
public record ShowStatement(
        Span span, ShowKind kind, NamedTable table, String like, Expression where, boolean full, Identifier schema)
        implements Statement {
    @Override
    public List<Node> children() {
        return Children.of(table, where, schema);
    }
}
