package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * INSERT or REPLACE. {@code columns} is empty where the SQL lists none; {@code columnsSpan} covers the list with its
 * parentheses, else null. {@code with}, {@code overriding}, {@code rowAlias} ({@code AS new} of MySQL), {@code upsert}
 * and {@code returning} may be null. {@code modifiers} are the words before INTO but IGNORE; {@code merge} for
 * {@code MERGE INTO .. KEY (keys)} of H2. {@code optimizerHint} is the comment {@code /*+ ... *}{@code /} behind the
 * first word, or empty.
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
        Returning returning,
        List<String> modifiers,
        boolean merge,
        List<Identifier> keys,
        String optimizerHint)
        implements Statement {
    public InsertStatement {
        modifiers = List.copyOf(modifiers);
        keys = List.copyOf(keys);
        columns = List.copyOf(columns);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(with, table, columns, source, rowAlias, upsert, returning);
    }

    @Override
    public InsertStatement mapped(NodeMapper mapper) {
        return new InsertStatement(
                mapper.span(span),
                mapper.node(with),
                kind,
                mapper.node(table),
                mapper.nodes(columns),
                mapper.span(columnsSpan),
                overriding == null ? null : overriding.mapped(mapper),
                mapper.node(source),
                mapper.node(rowAlias),
                mapper.node(upsert),
                mapper.node(returning),
                modifiers,
                merge,
                mapper.nodes(keys),
                optimizerHint);
    }
}
