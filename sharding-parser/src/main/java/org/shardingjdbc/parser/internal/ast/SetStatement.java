package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code SET name = value}, SET NAMES, SET search_path TO ..., RESET name. */
public record SetStatement(Span span, SetScope scope, List<SetAssignment> assignments, boolean reset)
        implements Statement {
    public SetStatement {
        assignments = List.copyOf(assignments);
    }

    @Override
    public List<Node> children() {
        return Children.of(assignments);
    }
}
