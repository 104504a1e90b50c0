package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * The name of an index, a constraint or the like in a definition statement.
 *
 * @param table which of the statement's tables it says that it is of, {@code DROP INDEX name ON table}: a position in
 *     {@link DdlStatement#tables}; -1 where it is said of no name alone
 */
public record ObjectName(Span span, ObjectKind kind, QualifiedName name, int table) implements Node {
    /** One of which no table is said. */
    public ObjectName(Span span, ObjectKind kind, QualifiedName name) {
        this(span, kind, name, -1);
    }

    /** The same of a table of its own. */
    public ObjectName of(int position) {
        return new ObjectName(span, kind, name, position);
    }

    @Override
    public List<Node> children() {
        return Children.of(name);
    }

    @Override
    public ObjectName mapped(NodeMapper mapper) {
        return new ObjectName(mapper.span(span), kind, mapper.node(name), table);
    }
}
