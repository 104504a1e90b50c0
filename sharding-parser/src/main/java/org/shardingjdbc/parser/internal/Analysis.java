package org.shardingjdbc.parser.internal;

import java.util.AbstractList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import java.util.function.Predicate;
import org.shardingjdbc.parser.internal.ast.CommonTable;
import org.shardingjdbc.parser.internal.ast.DeltaTable;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Nodes;
import org.shardingjdbc.parser.internal.ast.Statement;

/**
 * What a statement is made of: its nodes in text order, found in one walk and kept with it, so that whoever asks what
 * there is in a statement does not walk its tree again. Immutable, shared by all threads.
 */
public final class Analysis {
    private final Node[] nodes;
    /** The same, those of a kind together: kinds as they come first, the nodes of each in text order. */
    private final Node[] grouped;
    /** Where a kind begins, and at last where all end. */
    private final int[] starts;

    private Analysis(Statement statement) {
        this.nodes = inTextOrder(statement);
        this.grouped = new Node[nodes.length];
        int[] kindOf = new int[nodes.length];
        List<Class<?>> kinds = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            int kind = kinds.indexOf(nodes[i].getClass());
            if (kind < 0) {
                kind = kinds.size();
                kinds.add(nodes[i].getClass());
            }
            kindOf[i] = kind;
        }
        this.starts = new int[kinds.size() + 1];
        for (int kind : kindOf) {
            starts[kind + 1]++;
        }
        for (int kind = 0; kind < kinds.size(); kind++) {
            starts[kind + 1] += starts[kind];
        }
        int[] next = starts.clone();
        for (int i = 0; i < nodes.length; i++) {
            grouped[next[kindOf[i]]++] = nodes[i];
        }
    }

    private static Node[] inTextOrder(Statement statement) {
        List<Node> found = new ArrayList<>();
        Deque<Node> open = new ArrayDeque<>();
        open.push(statement);
        while (!open.isEmpty()) {
            Node node = open.pop();
            found.add(node);
            List<Node> children = node.children();
            for (int i = children.size() - 1; i >= 0; i--) {
                open.push(children.get(i));
            }
        }
        return found.toArray(Node[]::new);
    }

    /** The nodes from one place to another of an array that nobody changes. */
    private static final class Slice<N> extends AbstractList<N> implements RandomAccess {
        private final Node[] nodes;
        private final int from;
        private final int size;

        Slice(Node[] nodes, int from, int to) {
            this.nodes = nodes;
            this.from = from;
            this.size = to - from;
        }

        @Override
        @SuppressWarnings("unchecked")
        public N get(int index) {
            return (N) nodes[from + Objects.checkIndex(index, size)];
        }

        @Override
        public int size() {
            return size;
        }
    }

    /** That of a statement, found in one walk. */
    public static Analysis of(Statement statement) {
        return new Analysis(statement);
    }

    /** The statement and all that is below it, each node before its children, in text order. */
    public List<Node> nodes() {
        return new Slice<>(nodes, 0, nodes.length);
    }

    /** All nodes of a kind, in text order. */
    public <N extends Node> List<N> all(Class<N> kind) {
        if (kind.isInterface()) {
            return nodes().stream().filter(kind::isInstance).map(kind::cast).toList();
        }
        int group = groupOf(kind);
        return group < 0 ? List.of() : new Slice<>(grouped, starts[group], starts[group + 1]);
    }

    /** The common table expressions and delta tables, whose rows are those of a statement within; in text order. */
    public List<Node> nesting() {
        return has(CommonTable.class) || has(DeltaTable.class)
                ? nodes().stream().filter(node -> Nodes.nested(node) != null).toList()
                : List.of();
    }

    /** The statements of common table expressions and delta tables, in text order. */
    public List<Statement> nested() {
        return nesting().stream().map(Nodes::nested).toList();
    }

    /** Whether there is a node of a kind. */
    public boolean has(Class<? extends Node> kind) {
        return kind.isInterface() ? any(kind::isInstance) : groupOf(kind) >= 0;
    }

    private int groupOf(Class<?> kind) {
        for (int group = 0; group + 1 < starts.length; group++) {
            if (grouped[starts[group]].getClass() == kind) {
                return group;
            }
        }
        return -1;
    }

    /** Whether a node of a kind passes a test. */
    public <N extends Node> boolean any(Class<N> kind, Predicate<? super N> test) {
        for (N node : all(kind)) {
            if (test.test(node)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a node passes a test. */
    public boolean any(Predicate<? super Node> test) {
        for (Node node : nodes) {
            if (test.test(node)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Analysis of && nodes[0].equals(of.nodes[0]);
    }

    @Override
    public int hashCode() {
        return nodes.length;
    }
}
