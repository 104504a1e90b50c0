package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;

/** {@code USE schema}, {@code SET SCHEMA schema}; {@code text} is all of it. */
public record UseStatement(Span span, Identifier schema, String text) implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(schema);
    }

    @Override
    public UseStatement mapped(NodeMapper mapper) {
        return new UseStatement(mapper.span(span), mapper.node(schema), mapper.text(span, text));
    }
}
