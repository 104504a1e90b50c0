package org.shardingjdbc.plan.internal.syntax;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;

/** Walks over syntax trees without recursion, so that long chains do not overflow the stack. */
public final class Tree {
    private Tree() {}

    /** All nodes of a kind in and below {@code root}, in text order. */
    public static <N extends Node> List<N> all(Node root, Class<N> kind) {
        return all(root, kind, node -> true);
    }

    /** All nodes of a kind in and below {@code root} that are not inside of a query below it. */
    public static <N extends Node> List<N> outsideQueries(Node root, Class<N> kind) {
        return all(root, kind, node -> !(node instanceof Query));
    }

    /**
     * All nodes of a kind, in text order.
     *
     * @param enters whether to look below a node; not asked for {@code root}
     */
    public static <N extends Node> List<N> all(Node root, Class<N> kind, Predicate<Node> enters) {
        List<N> found = new ArrayList<>();
        Deque<Node> pending = new ArrayDeque<>();
        pending.push(root);
        while (!pending.isEmpty()) {
            Node node = pending.pop();
            if (kind.isInstance(node)) {
                found.add(kind.cast(node));
            }
            if (node == root || enters.test(node)) {
                List<Node> children = node.children();
                for (int i = children.size() - 1; i >= 0; i--) {
                    pending.push(children.get(i));
                }
            }
        }
        return found;
    }

    /** Whether a node stands in another one, or is it: that very node, not one that says the same. */
    public static boolean isWithin(Node node, Node outer) {
        return any(outer, each -> each == node);
    }

    /**
     * What comes behind a node in the text, and what stands in it.
     *
     * @param inTextOrder the nodes of its statement
     */
    public static List<Node> behind(Node node, List<Node> inTextOrder) {
        for (int i = 0; i < inTextOrder.size(); i++) {
            if (inTextOrder.get(i) == node) {
                return inTextOrder.subList(i + 1, inTextOrder.size());
            }
        }
        return List.of();
    }

    /** Whether a node of the tree passes the test. */
    public static boolean any(Node root, Predicate<Node> test) {
        Deque<Node> pending = new ArrayDeque<>();
        pending.push(root);
        while (!pending.isEmpty()) {
            Node node = pending.pop();
            if (test.test(node)) {
                return true;
            }
            pending.addAll(node.children());
        }
        return false;
    }
}
