package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** Rows made by functions: UNNEST, generate_series, JSON_TABLE, ROWS FROM. */
public record FunctionTable(
        Span span,
        boolean lateral,
        List<Expression> calls,
        Identifier alias,
        List<Identifier> columnAliases,
        FunctionTableForm form)
        implements TableReference {
    public FunctionTable {
        calls = List.copyOf(calls);
        columnAliases = List.copyOf(columnAliases);
    }

    /** The same rows for each row of what stands before. */
    public FunctionTable asLateral() {
        return new FunctionTable(span, true, calls, alias, columnAliases, form);
    }

    @Override
    public void accept(TableVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(calls, alias, columnAliases);
    }

    @Override
    public FunctionTable mapped(NodeMapper mapper) {
        return new FunctionTable(
                mapper.span(span), lateral, mapper.nodes(calls), mapper.node(alias), mapper.nodes(columnAliases), form);
    }
}
