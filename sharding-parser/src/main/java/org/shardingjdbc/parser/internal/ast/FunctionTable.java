package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** Rows made by functions: UNNEST, generate_series, JSON_TABLE, ROWS FROM. */
public record FunctionTable(
        Span span, boolean lateral, List<Expression> calls, Identifier alias, List<Identifier> columnAliases)
        implements TableReference {
    public FunctionTable {
        calls = List.copyOf(calls);
        columnAliases = List.copyOf(columnAliases);
    }

    @Override
    public List<Node> children() {
        return Children.of(calls, alias, columnAliases);
    }
}
