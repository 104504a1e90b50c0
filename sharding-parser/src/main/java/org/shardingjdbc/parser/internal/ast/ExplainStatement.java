package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;

/**
 * EXPLAIN with the statement that it explains. {@code analyze} when that statement is really run; {@code words} are
 * those before the statement.
 */
public record ExplainStatement(Span span, ExplainKind kind, Statement statement, boolean analyze, String words)
        implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(statement);
    }

    @Override
    public ExplainStatement mapped(NodeMapper mapper) {
        return new ExplainStatement(mapper.span(span), kind, mapper.node(statement), analyze, words);
    }

    /** Who explains a statement. */
    public enum ExplainKind {
        /** EXPLAIN of the database. */
        DATABASE,
        /** {@code EXPLAIN SHARDING}: ours. */
        SHARDING,
        /** {@code PREVIEW}: ours. */
        PREVIEW
    }
}
