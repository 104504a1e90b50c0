package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A table by its name; {@code alias} may be null. {@code restricted} when something follows that selects among its rows
 * or pieces (PARTITION, TABLESAMPLE, AS OF). {@code only} for ONLY; {@code selection} and {@code hints} are what is
 * written before and behind the alias ({@code PARTITION (p0)}; {@code TABLESAMPLE}, {@code USE INDEX}), or empty.
 */
public record NamedTable(
        Span span,
        QualifiedName name,
        Identifier alias,
        List<Identifier> columnAliases,
        boolean restricted,
        boolean only,
        String selection,
        String hints)
        implements TableReference {
    public NamedTable {
        columnAliases = List.copyOf(columnAliases);
    }

    /** A table of which nothing more is said. */
    public NamedTable(
            Span span, QualifiedName name, Identifier alias, List<Identifier> columnAliases, boolean restricted) {
        this(span, name, alias, columnAliases, restricted, false, "", "");
    }

    @Override
    public void accept(TableVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(name, alias, columnAliases);
    }

    /** What its columns are qualified with: the alias, else the last part of the name. */
    public Identifier exposedName() {
        return alias == null ? name.last() : alias;
    }

    @Override
    public NamedTable mapped(NodeMapper mapper) {
        return new NamedTable(
                mapper.span(span),
                mapper.node(name),
                mapper.node(alias),
                mapper.nodes(columnAliases),
                restricted,
                only,
                selection,
                hints);
    }
}
