package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** {@code SET name = value}, SET NAMES, SET search_path TO ..., RESET name; {@code text} is all of it, or null. */
public record SetStatement(Span span, SetScope scope, List<SetAssignment> assignments, boolean reset, String text)
        implements Statement {
    public SetStatement {
        assignments = List.copyOf(assignments);
    }

    /** A statement that is made: its text follows from its settings. */
    public SetStatement(Span span, SetScope scope, List<SetAssignment> assignments, boolean reset) {
        this(span, scope, assignments, reset, null);
    }

    @Override
    public void accept(StatementVisitor visitor) {
        visitor.visit(this);
    }

    @Override
    public List<Node> children() {
        return Children.of(assignments);
    }

    @Override
    public SetStatement mapped(NodeMapper mapper) {
        return new SetStatement(mapper.span(span), scope, mapper.nodes(assignments), reset, mapper.text(span, text));
    }
}
