package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;

/**
 * SHOW, DESCRIBE. {@code table}, {@code like} (the pattern, unquoted), {@code where} and {@code schema} may be null;
 * {@code text} is all of it.
 */
public record ShowStatement(
        Span span,
        ShowKind kind,
        @Nullable NamedTable table,
        @Nullable String like,
        @Nullable Expression where,
        boolean full,
        @Nullable Identifier schema,
        String text)
        implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(table, where, schema);
    }

    @Override
    public ShowStatement mapped(NodeMapper mapper) {
        return new ShowStatement(
                mapper.span(span),
                kind,
                mapper.node(table),
                like,
                mapper.node(where),
                full,
                mapper.node(schema),
                mapper.text(span, text));
    }

    /** What a SHOW or DESCRIBE asks for. */
    public enum ShowKind {
        TABLES,
        TABLE_STATUS,
        COLUMNS,
        CREATE_TABLE,
        INDEXES,
        DATABASES,
        VARIABLES,
        /** {@code SHOW SHARDING TRANSACTIONS}: ours. */
        TRANSACTIONS,
        /** Warnings and errors of the last statement, or how many there were. */
        DIAGNOSTICS,
        OTHER
    }
}
