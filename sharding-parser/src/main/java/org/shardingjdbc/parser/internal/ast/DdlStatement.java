package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A definition statement. {@code tables} are those it defines, changes or drops (for an index the indexed table; for
 * RENAME TABLE alternating old and new); {@code references} those it only mentions (FOREIGN KEY ... REFERENCES, LIKE,
 * INHERITS), {@code patterns} those among them whose columns a new table takes (LIKE); {@code objects} all other names
 * that must be unique in a schema; {@code columns} those of CREATE TABLE, for a view names only; {@code uniqueKeys}
 * those that it makes for its first table; {@code query} is that of a view or CREATE TABLE AS, else null;
 * {@code conditional} for IF [NOT] EXISTS; {@code renamedTo} for ALTER TABLE .. RENAME TO, else null;
 * {@code renamedColumns} those to which ALTER TABLE gives other names. For COMMENT ON COLUMN {@code t.c},
 * {@code tables} holds {@code t}. {@code text} is all of it, for types, options and bodies are not in the tree.
 */
public record DdlStatement(
        Span span,
        DdlKind kind,
        List<NamedTable> tables,
        List<NamedTable> references,
        List<NamedTable> patterns,
        List<ObjectName> objects,
        List<ColumnDefinition> columns,
        List<UniqueKey> uniqueKeys,
        Query query,
        boolean temporary,
        boolean conditional,
        boolean cascade,
        NamedTable renamedTo,
        List<Identifier> renamedColumns,
        String text)
        implements Statement {
    public DdlStatement {
        tables = List.copyOf(tables);
        references = List.copyOf(references);
        patterns = List.copyOf(patterns);
        objects = List.copyOf(objects);
        columns = List.copyOf(columns);
        uniqueKeys = List.copyOf(uniqueKeys);
        renamedColumns = List.copyOf(renamedColumns);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(tables, references, objects, columns, query, renamedTo);
    }

    @Override
    public DdlStatement mapped(NodeMapper mapper) {
        return new DdlStatement(
                mapper.span(span),
                kind,
                mapper.nodes(tables),
                mapper.nodes(references),
                mapper.nodes(patterns),
                mapper.nodes(objects),
                mapper.nodes(columns),
                uniqueKeys,
                mapper.node(query),
                temporary,
                conditional,
                cascade,
                mapper.node(renamedTo),
                mapper.nodes(renamedColumns),
                mapper.text(span, text));
    }
}
