package org.shardingjdbc.parser.internal.print;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Contract;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Expression.InQuery;
import org.shardingjdbc.parser.internal.ast.Expression.Parameter;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.InsertStatement;
import org.shardingjdbc.parser.internal.ast.InsertStatement.Overriding;
import org.shardingjdbc.parser.internal.ast.MergeStatement.MergeAction;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.NodeMapper;
import org.shardingjdbc.parser.internal.ast.QueryBody.Quantifier;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Span;
import org.shardingjdbc.parser.internal.ast.Statement;

/**
 * Nodes that were made, with the text that they are printed as. Immutable.
 *
 * @param nodes the same ones with their places in the text, as if they had been read from it
 */
public record MadeText(String text, List<Node> nodes) {
    private static final String SELECT = "SELECT ";
    private static final String DISTINCT = "DISTINCT";
    private static final String FROM = "FROM ";

    /** No nodes and no text. */
    public static final MadeText NOTHING = new MadeText("", List.of());

    public MadeText {
        nodes = List.copyOf(nodes);
    }

    /** The only node. */
    public Node node() {
        return nodes.get(0);
    }

    /** The same with words around it. */
    public MadeText between(String before, String behind) {
        return new MadeText(before + text + behind, moved(before.length()));
    }

    /** The nodes where the text stands behind as many characters. */
    List<Node> moved(int by) {
        List<Node> moved = new ArrayList<>(nodes.size());
        nodes.forEach(node -> moved.add(Rebuilt.moved(node, by)));
        return moved;
    }

    /** Finds the places while nodes are printed. One per text. */
    static final class Places implements SqlText.Writing, NodeMapper {
        private final String source;
        private final Map<Node, Span> places = new IdentityHashMap<>();
        private @Nullable Node current;
        private @Nullable String printed;
        /** Nodes that are printed as they are written, outermost only. */
        private final List<Node> copied = new ArrayList<>();

        /** @param source the text of the nodes that have spans, empty where none has */
        Places(String source) {
            this.source = source;
        }

        @Override
        public @Nullable String written(Node node) {
            if (!SqlText.isPlaced(node)) {
                return null;
            }
            copied.add(node);
            return node.span().of(source);
        }

        @Override
        public void printed(Node node, int start, int stop) {
            if (places.put(node, new Span(start, stop)) != null) {
                throw new IllegalStateException("a node that stands twice has two places");
            }
        }

        @Override
        @Contract("!null -> !null")
        @SuppressWarnings("unchecked")
        public <N extends Node> @Nullable N node(@Nullable N node) {
            if (node == null) {
                return null;
            }
            Span place = place(node);
            if (SqlText.isPlaced(node)) {
                return (N) Rebuilt.moved(node, place.start() - node.span().start());
            }
            Node outer = current;
            current = node;
            Node placed = node.mapped(this);
            current = outer;
            if (node instanceof InsertStatement insert) {
                return (N) listed(insert, (InsertStatement) placed);
            }
            if (node instanceof MergeAction action && action.columnsSpan() != null) {
                return (N) listed((MergeAction) placed);
            }
            if (node instanceof InList in) {
                return (N) listed(in, (InList) placed);
            }
            if (node instanceof InQuery) {
                return (N) listed((InQuery) placed);
            }
            return (N) (node instanceof Select select ? listed(select, (Select) placed) : placed);
        }

        private Span place(Node node) {
            Span place = places.get(node);
            if (place == null) {
                throw new IllegalStateException("nodes of this kind cannot be made yet: "
                        + node.getClass().getSimpleName());
            }
            return place;
        }

        @Override
        public <N extends Node> List<N> nodes(List<N> nodes) {
            List<N> placed = new ArrayList<>(nodes.size());
            nodes.forEach(node -> placed.add(node(node)));
            return placed;
        }

        /** A part of a node that is none has no place of its own. */
        @Override
        public @Nullable Span span(@Nullable Span span) {
            return span == null ? null : places.get(current);
        }

        /** Where the items and the tables of a SELECT are is told by these. */
        private Select listed(Select made, Select placed) {
            Span from = made.from().isEmpty() ? null : around(made.from());
            return new Select(
                    placed.span(),
                    placed.quantifier(),
                    quantifier(made, placed),
                    placed.modifiers(),
                    placed.distinctOn(),
                    placed.items(),
                    around(made.items()),
                    placed.from(),
                    from == null ? null : new Span(from.start() - FROM.length(), from.stop()),
                    placed.where(),
                    placed.groupBy(),
                    placed.having(),
                    placed.windows(),
                    placed.qualify(),
                    placed.into(),
                    placed.optimizerHint());
        }

        /** Its parentheses stand directly around its query. */
        private static InQuery listed(InQuery placed) {
            Span list =
                    new Span(placed.query().span().start() - 1, placed.span().stop());
            return new InQuery(placed.span(), placed.value(), placed.negated(), list, placed.query());
        }

        private InList listed(InList made, InList placed) {
            return new InList(placed.span(), placed.value(), placed.negated(), placed.items(), around(made.items()));
        }

        /** Where DISTINCT is, with the expressions that it may be ON; null for ALL, which is not printed. */
        private @Nullable Span quantifier(Select made, Select placed) {
            if (placed.quantifier() == Quantifier.ALL) {
                return null;
            }
            String hint = placed.optimizerHint();
            int start = place(made).start() + SELECT.length() + (hint.isEmpty() ? 0 : 1 + hint.length());
            List<Expression> on = placed.distinctOn();
            return new Span(
                    start,
                    on.isEmpty()
                            ? start + DISTINCT.length()
                            : on.get(on.size() - 1).span().stop() + 1);
        }

        /** Where the list of columns of an INSERT is, and what is overridden, follows the columns. */
        private InsertStatement listed(InsertStatement made, InsertStatement placed) {
            List<Identifier> columns = placed.columns();
            int behind = placed.table().span().stop();
            Span none = made.columnsSpan() == null ? null : new Span(behind + 1, behind + 3);
            Span list = columns.isEmpty() ? none : parentheses(columns);
            Overriding overriding = placed(made.overriding(), list == null ? behind : list.stop());
            return new InsertStatement(
                    placed.span(),
                    placed.with(),
                    placed.kind(),
                    placed.table(),
                    columns,
                    list,
                    overriding,
                    placed.source(),
                    placed.rowAlias(),
                    placed.upsert(),
                    placed.returning(),
                    placed.modifiers(),
                    placed.merge(),
                    placed.keys(),
                    placed.optimizerHint());
        }

        /** The same of an INSERT of a MERGE, which lists its columns. */
        private static MergeAction listed(MergeAction placed) {
            Span list = parentheses(placed.columns());
            return new MergeAction(
                    placed.span(),
                    placed.matched(),
                    placed.condition(),
                    placed.assignments(),
                    placed.columns(),
                    list,
                    placed(placed.overriding(), list.stop()),
                    parentheses(placed.values()),
                    placed.values(),
                    placed.delete());
        }

        private static Span parentheses(List<? extends Node> placed) {
            return new Span(
                    placed.get(0).span().start() - 1,
                    placed.get(placed.size() - 1).span().stop() + 1);
        }

        private static @Nullable Overriding placed(@Nullable Overriding made, int behind) {
            int start = behind + 1;
            return made == null
                    ? null
                    : new Overriding(
                            new Span(start, start + WritePrinter.words(made).length()), made.user());
        }

        /** The parameters that stand in what was copied, and where they are now; indexes stay. */
        List<Parameter> parameters(List<Parameter> ofSource) {
            List<Parameter> moved = new ArrayList<>();
            for (Node node : copied) {
                int by = place(node).start() - node.span().start();
                for (Parameter parameter : ofSource) {
                    Span span = parameter.span();
                    if (span.start() >= node.span().start()
                            && span.stop() <= node.span().stop()) {
                        Span now = new Span(span.start() + by, span.stop() + by);
                        moved.add(new Parameter(now, parameter.index(), parameter.numbered()));
                    }
                }
            }
            places.forEach((node, place) -> {
                if (node instanceof Parameter parameter && parameter.span().equals(Span.NONE)) {
                    moved.add(new Parameter(place, parameter.index()));
                }
            });
            return moved;
        }

        private Span around(List<? extends Node> nodes) {
            return new Span(
                    place(nodes.get(0)).start(),
                    place(nodes.get(nodes.size() - 1)).stop());
        }

        @Override
        public String text(Span statement, @Nullable String text) {
            if (current == null || printed == null) {
                throw new IllegalStateException("a statement of this kind is not made");
            }
            return place(current).of(printed);
        }

        /** The statement with its places; what it keeps of its text it has of this one. */
        Statement placed(Statement made, String text) {
            printed = text;
            return node(made);
        }
    }
}
