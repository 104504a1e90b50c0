package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * A table by its name; {@code alias} may be null. {@code restricted} when something follows that selects among its rows
 * or pieces (PARTITION, TABLESAMPLE, AS OF).
 */
public record NamedTable(
        Span span, QualifiedName name, Identifier alias, List<Identifier> columnAliases, boolean restricted)
        implements TableReference {
    public NamedTable {
        columnAliases = List.copyOf(columnAliases);
    }

    @Override
    public List<Node> children() {
        return Children.of(name, alias, columnAliases);
    }

    /** What its columns are qualified with: the alias, else the last part of the name. */
    public Identifier exposedName() {
        return alias == null ? name.last() : alias;
    }
}
