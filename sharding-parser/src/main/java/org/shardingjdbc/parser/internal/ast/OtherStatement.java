package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** A statement of which only the kind and the tables it mentions matter. */
public record OtherStatement(Span span, OtherKind kind, List<NamedTable> tables, List<Expression> expressions)
        implements Statement {
    public OtherStatement {
        tables = List.copyOf(tables);
        expressions = List.copyOf(expressions);
    }

    @Override
    public List<Node> children() {
        return Children.of(tables, expressions);
    }
}
