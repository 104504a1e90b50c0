package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * INSERT or REPLACE. {@code columns} is empty where the SQL lists none; {@code columnsSpan} covers the list with its
 * parentheses, else null. {@code with}, {@code overriding}, {@code rowAlias} ({@code AS new} of MySQL), {@code upsert}
 * and {@code returning} may be null.
 */
public record InsertStatement(
        Span span,
        With with,
        InsertKind kind,
        NamedTable table,
        List<Identifier> columns,
        Span columnsSpan,
        Overriding overriding,
        InsertSource source,
        Identifier rowAlias,
        Upsert upsert,
        Returning returning)
        implements Statement {
    public InsertStatement {
        columns = List.copyOf(columns);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, table, columns, source, rowAlias, upsert, returning);
    }
}
