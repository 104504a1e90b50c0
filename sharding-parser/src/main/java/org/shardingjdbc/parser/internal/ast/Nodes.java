package org.shardingjdbc.parser.internal.ast;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.TableReference.DeltaTable;
import org.shardingjdbc.parser.internal.ast.TableReference.NamedTable;
import org.shardingjdbc.parser.internal.ast.With.CommonTable;

/** Walks over trees, in loops: a chain of 20,000 operators is as deep a tree, and no stack holds that. */
public final class Nodes {
    private Nodes() {}

    /** Gives {@code root} and all nodes below it, each before its children, in text order. */
    public static void forEach(Node root, Consumer<? super Node> action) {
        walk(root, node -> {
            action.accept(node);
            return true;
        });
    }

    /**
     * Gives {@code root} and the nodes below it, each before its children, in text order.
     *
     * @param enter false to pass over the children of a node
     */
    public static void walk(Node root, Predicate<? super Node> enter) {
        Deque<Node> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (enter.test(node)) {
                List<Node> children = node.children();
                for (int at = children.size() - 1; at >= 0; at--) {
                    open.push(children.get(at));
                }
            }
        }
    }

    /** The statement whose rows a node names: of a common table expression or a delta table. Of others null. */
    public static @Nullable Statement nested(Node node) {
        if (node instanceof CommonTable table) {
            return table.statement();
        }
        return node instanceof DeltaTable table ? table.statement() : null;
    }

    /**
     * The tables that a statement writes by itself, outside of its queries. Of null and of what writes nothing none.
     */
    public static List<NamedTable> targets(@Nullable Statement statement) {
        if (statement instanceof InsertStatement insert) {
            return List.of(insert.table());
        }
        if (statement instanceof DeleteStatement delete) {
            return delete.targets();
        }
        List<NamedTable> targets = new ArrayList<>();
        if (statement instanceof UpdateStatement update) {
            update.targets().forEach(target -> walk(target, node -> addTarget(node, targets)));
        } else if (statement instanceof MergeStatement merge) {
            targets.add(merge.target());
        }
        return targets;
    }

    private static boolean addTarget(Node node, List<NamedTable> targets) {
        if (node instanceof NamedTable table) {
            targets.add(table);
        }
        return !(node instanceof Query);
    }

    /** Whether a node below {@code root}, or itself, fulfils the condition. */
    public static boolean contains(Node root, Predicate<? super Node> condition) {
        boolean[] found = {false};
        walk(root, node -> {
            found[0] = found[0] || condition.test(node);
            return !found[0];
        });
        return found[0];
    }
}
