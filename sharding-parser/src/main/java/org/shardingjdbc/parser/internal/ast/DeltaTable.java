package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/**
 * {@code FINAL TABLE (statement) [AS] alias (columnAliases)} of H2: the rows that a statement changes, which is
 * executed with the query.
 *
 * @param state of the rows, in upper case: {@code OLD}, {@code NEW} or {@code FINAL}
 * @param alias may be null
 */
public record DeltaTable(Span span, String state, Statement statement, Identifier alias, List<Identifier> columnAliases)
        implements TableReference {
    public DeltaTable {
        columnAliases = List.copyOf(columnAliases);
    }

    @Override
    public void accept(TableVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(statement, alias, columnAliases);
    }

    @Override
    public DeltaTable mapped(NodeMapper mapper) {
        return new DeltaTable(
                mapper.span(span), state, mapper.node(statement), mapper.node(alias), mapper.nodes(columnAliases));
    }
}
