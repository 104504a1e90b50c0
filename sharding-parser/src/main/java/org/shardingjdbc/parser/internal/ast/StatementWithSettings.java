package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;

/**
 * {@code SET STATEMENT name = value, ... FOR statement} of MariaDB: settings that hold for one statement. A
 * {@link org.shardingjdbc.parser.internal.ParsedSql} has its two parts.
 *
 * @param settings its span ends with FOR
 */
public record StatementWithSettings(Span span, SetStatement settings, Statement statement) implements Statement {
    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(settings, statement);
    }

    @Override
    public StatementWithSettings mapped(NodeMapper mapper) {
        return new StatementWithSettings(mapper.span(span), mapper.node(settings), mapper.node(statement));
    }
}
