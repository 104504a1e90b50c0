package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code [LATERAL] (query) [AS] alias (columnAliases)}; {@code alias} may be null. */
public record DerivedTable(Span span, boolean lateral, Query query, Identifier alias, List<Identifier> columnAliases)
        implements TableReference {
    public DerivedTable {
        columnAliases = List.copyOf(columnAliases);
    }

    @Override
    public void accept(TableVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(query, alias, columnAliases);
    }

    @Override
    public DerivedTable mapped(NodeMapper mapper) {
        return new DerivedTable(
                mapper.span(span), lateral, mapper.node(query), mapper.node(alias), mapper.nodes(columnAliases));
    }
}
