package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** EXPLAIN with the statement that it explains. {@code analyze} when that statement is really run. */
public record ExplainStatement(Span span, ExplainKind kind, Statement statement, boolean analyze) implements Statement {
    @Override
    public List<Node> children() {
        return Children.of(statement);
    }
}
