package org.shardingjdbc.parser.internal.ast;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.Window.NamedWindow;

/** What makes the rows of a query. */
public sealed interface QueryBody extends Node {
    /** Calls the method of {@code visitor} for this kind. */
    void accept(BodyVisitor visitor);

    /**
     * {@code SELECT items FROM from WHERE ...}. Several elements of {@code from} are joined by commas. {@code fromSpan}
     * includes the keyword and is null without a FROM; {@code where}, {@code groupBy}, {@code having}, {@code qualify}
     * and {@code into} may be null. {@code quantifierSpan} is that of its only ALL or DISTINCT, null when there is
     * none, or several; {@code modifiers} are the other words behind SELECT, in text order and as often as written;
     * {@code optimizerHint} is the comment {@code /*+ ... *}{@code /} there, or empty. The spans of its clauses say
     * where its text is edited; what stands in a clause is told by the tree alone.
     */
    record Select(
            Span span,
            Quantifier quantifier,
            @Nullable Span quantifierSpan,
            List<SelectModifier> modifiers,
            List<Expression> distinctOn,
            List<SelectItem> items,
            Span itemsSpan,
            List<TableReference> from,
            @Nullable Span fromSpan,
            @Nullable Clause where,
            @Nullable GroupBy groupBy,
            @Nullable Clause having,
            List<NamedWindow> windows,
            @Nullable Clause qualify,
            @Nullable Into into,
            String optimizerHint)
            implements QueryBody {
        public Select {
            modifiers = List.copyOf(modifiers);
            distinctOn = List.copyOf(distinctOn);
            items = List.copyOf(items);
            from = List.copyOf(from);
            windows = List.copyOf(windows);
        }

        @Override
        public void accept(BodyVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(distinctOn, items, from, where, groupBy, having, windows, qualify);
        }

        @Override
        public Select mapped(NodeMapper mapper) {
            return new Select(
                    mapper.span(span),
                    quantifier,
                    mapper.span(quantifierSpan),
                    modifiers,
                    mapper.nodes(distinctOn),
                    mapper.nodes(items),
                    mapper.span(itemsSpan),
                    mapper.nodes(from),
                    mapper.span(fromSpan),
                    mapper.node(where),
                    mapper.node(groupBy),
                    mapper.node(having),
                    mapper.nodes(windows),
                    mapper.node(qualify),
                    into,
                    optimizerHint);
        }
    }

    /** What a SELECT does with equal rows. */
    enum Quantifier {
        ALL,
        DISTINCT,
        /** {@code DISTINCT ON (...)} of PostgreSQL. */
        DISTINCT_ON
    }

    /** A word of MySQL behind SELECT that is no {@link Quantifier}; its name is its text. */
    enum SelectModifier {
        HIGH_PRIORITY,
        STRAIGHT_JOIN,
        SQL_SMALL_RESULT,
        SQL_BIG_RESULT,
        SQL_BUFFER_RESULT,
        SQL_NO_CACHE,
        SQL_CACHE,
        /** The rows are counted that there would be without LIMIT; FOUND_ROWS() tells how many. */
        SQL_CALC_FOUND_ROWS
    }

    /**
     * What an INTO clause says, which takes the rows of a SELECT elsewhere. Immutable.
     *
     * @param text its words, a blank where one may stand
     * @param variables the user variables that it names, as {@code @total}, in text order
     */
    record Into(String text, List<String> variables) {
        public Into {
            variables = List.copyOf(variables);
        }
    }

    /** {@code left operator [ALL] right}. */
    record SetOperation(Span span, SetOperator operator, boolean all, QueryBody left, QueryBody right)
            implements QueryBody {
        @Override
        public void accept(BodyVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(left, right);
        }

        @Override
        public SetOperation mapped(NodeMapper mapper) {
            return new SetOperation(mapper.span(span), operator, all, mapper.node(left), mapper.node(right));
        }
    }

    /** How two queries' rows are combined; MINUS is EXCEPT. */
    enum SetOperator {
        UNION,
        EXCEPT,
        INTERSECT
    }

    /** {@code VALUES (..), (..)}. */
    record ValuesBody(Span span, List<InsertRow> rows) implements QueryBody {
        public ValuesBody {
            rows = List.copyOf(rows);
        }

        @Override
        public void accept(BodyVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(rows);
        }

        @Override
        public ValuesBody mapped(NodeMapper mapper) {
            return new ValuesBody(mapper.span(span), mapper.nodes(rows));
        }
    }

    /** {@code TABLE name}. */
    record TableBody(Span span, NamedTable table) implements QueryBody {
        @Override
        public void accept(BodyVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(table);
        }

        @Override
        public TableBody mapped(NodeMapper mapper) {
            return new TableBody(mapper.span(span), mapper.node(table));
        }
    }

    /** A query in parentheses where a body may stand. The span includes the parentheses. */
    record NestedQuery(Span span, Query query) implements QueryBody {
        @Override
        public void accept(BodyVisitor visitor) {
            visitor.visit(this);
        }

        @Override
        public List<Node> children() {
            return Children.of(query);
        }

        @Override
        public NestedQuery mapped(NodeMapper mapper) {
            return new NestedQuery(mapper.span(span), mapper.node(query));
        }
    }

    /** A method for each kind of a query body, so that who asks for all kinds is told by the compiler of a new one. */
    interface BodyVisitor {
        void visit(Select select);

        void visit(SetOperation setOperation);

        void visit(ValuesBody valuesBody);

        void visit(TableBody tableBody);

        void visit(NestedQuery nestedQuery);
    }
}
