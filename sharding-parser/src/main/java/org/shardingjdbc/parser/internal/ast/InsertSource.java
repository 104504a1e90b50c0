package org.shardingjdbc.parser.internal.ast;

import java.util.List;

/** Where the rows of an INSERT come from. */
public sealed interface InsertSource extends Node {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(SourceVisitor visitor);

    /** {@code VALUES rows}; the span includes the keyword. */
    record ValuesSource(Span span, List<InsertRow> rows) implements InsertSource {
        public ValuesSource {
            rows = List.copyOf(rows);
        }

        @Override
        public void accept(SourceVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(rows);
        }

        @Override
        public ValuesSource mapped(NodeMapper mapper) {
            return new ValuesSource(mapper.span(span), mapper.nodes(rows));
        }
    }

    /** {@code INSERT ... query}. */
    record QuerySource(Span span, Query query) implements InsertSource {
        @Override
        public void accept(SourceVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(query);
        }

        @Override
        public QuerySource mapped(NodeMapper mapper) {
            return new QuerySource(mapper.span(span), mapper.node(query));
        }
    }

    /** {@code INSERT ... SET a = 1} of MySQL; the span includes the keyword. */
    record SetSource(Span span, List<Assignment> assignments) implements InsertSource {
        public SetSource {
            assignments = List.copyOf(assignments);
        }

        @Override
        public void accept(SourceVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(assignments);
        }

        @Override
        public SetSource mapped(NodeMapper mapper) {
            return new SetSource(mapper.span(span), mapper.nodes(assignments));
        }
    }

    /** {@code DEFAULT VALUES}. */
    record DefaultRow(Span span) implements InsertSource {
        @Override
        public void accept(SourceVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return List.of();
        }

        @Override
        public DefaultRow mapped(NodeMapper mapper) {
            return new DefaultRow(mapper.span(span));
        }
    }

    /**
     * A method for each kind of the source of an INSERT, so that who asks for all kinds is told by the compiler of a
     * new one.
     */
    interface SourceVisitor {
        void visit(ValuesSource valuesSource);

        void visit(QuerySource querySource);

        void visit(SetSource setSource);

        void visit(DefaultRow defaultRow);
    }
}
