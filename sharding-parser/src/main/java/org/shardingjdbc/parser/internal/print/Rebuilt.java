package org.shardingjdbc.parser.internal.print;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Contract;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.NodeMapper;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Span;

/** A tree that is made of another one from its leaves up, in a loop, as trees may be deep. One per tree. */
abstract class Rebuilt implements NodeMapper {
    /** What stands in place of each node that was reached; one of its own is not in it where it stays. */
    private final Map<Node, List<Node>> made = new IdentityHashMap<>();

    /** The same tree with all spans moved. */
    static Node moved(Node root, int by) {
        if (by == 0) {
            return root;
        }
        return new Same(span ->
                        span == null || span.equals(Span.NONE) ? span : new Span(span.start() + by, span.stop() + by))
                .made(root, node -> null);
    }

    /** The same tree without places. */
    static Node unplaced(Node root) {
        return new Same(span -> span == null ? null : Span.NONE).made(root, node -> null);
    }

    /** The same tree with other leaves; null where a node stays. */
    static Node replaced(Node root, UnaryOperator<Node> leaves) {
        return new Same(span -> span).made(root, leaves);
    }

    /** The same tree with other nodes in place of some; what is around these has no place, all else keeps its own. */
    static Node changed(Node root, UnaryOperator<Node> instead) {
        return new Changed().made(root, instead);
    }

    /** Makes a tree with other nodes in it. */
    private static final class Changed extends Rebuilt {
        private boolean placed;

        Node made(Node root, UnaryOperator<Node> instead) {
            List<Node> nodes = new ArrayList<>();
            Nodes.forEach(root, nodes::add);
            Set<Node> unplaced = Collections.newSetFromMap(new IdentityHashMap<>());
            for (int i = nodes.size() - 1; i >= 0; i--) {
                Node node = nodes.get(i);
                Node other = instead.apply(node);
                placed = node.children().stream().noneMatch(unplaced::contains);
                if (other != null || !placed) {
                    unplaced.add(node);
                }
                put(node, List.of(other == null ? node.mapped(this) : other));
            }
            return node(root);
        }

        @Override
        public @Nullable Span span(@Nullable Span span) {
            return placed || span == null ? span : Span.NONE;
        }

        @Override
        public @Nullable String text(Span statement, @Nullable String text) {
            return text;
        }
    }

    /** Makes the same tree with other places. */
    private static final class Same extends Rebuilt {
        private final UnaryOperator<Span> spans;

        Same(UnaryOperator<Span> spans) {
            this.spans = spans;
        }

        Node made(Node root, UnaryOperator<Node> leaves) {
            List<Node> nodes = new ArrayList<>();
            Nodes.forEach(root, nodes::add);
            for (int i = nodes.size() - 1; i >= 0; i--) {
                Node node = nodes.get(i);
                Node instead = leaves.apply(node);
                put(node, List.of(instead == null ? node.mapped(this) : instead));
            }
            return node(root);
        }

        @Override
        public @Nullable Span span(@Nullable Span span) {
            return spans.apply(span);
        }

        @Override
        public @Nullable String text(Span statement, @Nullable String text) {
            return text;
        }
    }

    final void put(Node node, List<Node> instead) {
        made.put(node, instead);
    }

    /** What stands for a node that the walk over the tree did not reach, or that is not to be made anew. */
    Node unreached(Node node) {
        return node.mapped(this);
    }

    @Override
    @Contract("!null -> !null")
    @SuppressWarnings("unchecked")
    public final <N extends Node> @Nullable N node(@Nullable N node) {
        if (node == null) {
            return null;
        }
        List<Node> instead = made.get(node);
        if (instead == null) {
            return (N) unreached(node);
        }
        if (instead.size() != 1) {
            throw new IllegalStateException("one node is wanted, not " + instead.size());
        }
        return (N) instead.get(0);
    }

    @Override
    @Contract("!null -> !null")
    @SuppressWarnings("unchecked")
    public final <N extends Node> List<N> nodes(List<N> nodes) {
        if (nodes.isEmpty()) {
            return nodes;
        }
        List<N> mapped = new ArrayList<>(nodes.size());
        for (N node : nodes) {
            List<Node> instead = made.get(node);
            if (instead == null) {
                mapped.add((N) unreached(node));
            } else {
                instead.forEach(each -> mapped.add((N) each));
            }
        }
        return mapped;
    }
}
