package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;

/** A statement that only reads, if its common tables do. */
public record QueryStatement(Span span, Query query) implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(query);
    }

    @Override
    public QueryStatement mapped(NodeMapper mapper) {
        return new QueryStatement(mapper.span(span), mapper.node(query));
    }
}
