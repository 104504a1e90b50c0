package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Statement.StatementVisitor;

/** {@code SET name = value}, SET NAMES, SET search_path TO ..., RESET name; {@code text} is all of it, or null. */
public record SetStatement(
        Span span,
        SetScope scope,
        List<SetAssignment> assignments,
        boolean reset,
        @Nullable String text) implements Statement {
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

    /** Whom a SET concerns. */
    public enum SetScope {
        SESSION,
        /** Until the transaction ends. */
        LOCAL,
        GLOBAL,
        /** A user variable of MySQL, {@code @x}. */
        USER
    }

    /**
     * {@code name = value}: {@code name} in lower case without scope; {@code before} are the words before the value, as
     * written; {@code value} as written, empty where it was made and is its only expression; {@code expressions} are
     * what was understood of the value.
     */
    public record SetAssignment(Span span, String name, String before, String value, List<Expression> expressions)
            implements Node {
        public SetAssignment {
            expressions = List.copyOf(expressions);
        }

        /** One that was made: the words before its value follow from its name. */
        public SetAssignment(Span span, String name, String value, List<Expression> expressions) {
            this(span, name, name + " =", value, expressions);
        }

        /** The same assignment of another value. */
        public SetAssignment of(Expression other) {
            return new SetAssignment(Span.NONE, name, before, "", List.of(other));
        }

        @Override
        public List<Node> children() {
            return Children.of(expressions);
        }

        @Override
        public SetAssignment mapped(NodeMapper mapper) {
            return new SetAssignment(
                    mapper.span(span), name, before, mapper.tail(span, value), mapper.nodes(expressions));
        }
    }

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
}
