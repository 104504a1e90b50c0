package org.shardingjdbc.route.internal.bind;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Expression.Logical;
import org.shardingjdbc.parser.internal.ast.Expression.LogicalOperator;
import org.shardingjdbc.parser.internal.ast.Identifier;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.OrderBy;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.Window;
import org.shardingjdbc.parser.internal.ast.Window.NamedWindow;

/**
 * Walks the nodes of one block, without its subqueries and without recursion: chains may have many thousand members.
 */
public final class BlockWalk {
    private BlockWalk() {}

    /** Visits a node and all below that are not in a subquery, parents first. */
    public static void visit(@Nullable Node root, Consumer<Node> visitor) {
        if (root == null) {
            return;
        }
        Deque<Node> open = new ArrayDeque<>();
        open.push(root);
        while (!open.isEmpty()) {
            Node node = open.pop();
            if (node instanceof Query) {
                continue;
            }
            visitor.accept(node);
            List<Node> children = node.children();
            for (int i = children.size() - 1; i >= 0; i--) {
                open.push(children.get(i));
            }
        }
    }

    /** The operands of a chain of ANDs, or the condition itself. */
    public static List<Expression> conjuncts(@Nullable Expression condition) {
        List<Expression> conjuncts = new ArrayList<>();
        Deque<Expression> open = new ArrayDeque<>();
        if (condition != null) {
            open.push(condition);
        }
        while (!open.isEmpty()) {
            Expression expression = open.pop();
            if (expression instanceof Logical logical && logical.operator() == LogicalOperator.AND) {
                List<Expression> operands = logical.operands();
                for (int i = operands.size() - 1; i >= 0; i--) {
                    open.push(operands.get(i));
                }
            } else {
                conjuncts.add(expression);
            }
        }
        return conjuncts;
    }

    /** The column references of a node, without those of subqueries. */
    public static List<ColumnReference> references(@Nullable Node root) {
        List<ColumnReference> references = new ArrayList<>();
        visit(root, node -> {
            if (node instanceof ColumnReference reference) {
                references.add(reference);
            }
        });
        return references;
    }

    /** The calls in the select list, HAVING, QUALIFY and the given ORDER BY of a block. */
    public static List<FunctionCall> calls(Select block, @Nullable OrderBy orderBy) {
        List<FunctionCall> calls = new ArrayList<>();
        Consumer<Node> collect = node -> {
            if (node instanceof FunctionCall call) {
                calls.add(call);
            }
        };
        block.items().forEach(item -> visit(item, collect));
        visit(block.having(), collect);
        visit(block.qualify(), collect);
        visit(orderBy, collect);
        return calls;
    }

    /** What a window partitions by, through the named windows that it refers to. */
    public static List<Expression> partition(Window window, Select block) {
        Window current = window;
        for (int hops = 0; hops <= block.windows().size(); hops++) {
            if (!current.partitionBy().isEmpty() || current.reference() == null) {
                return current.partitionBy();
            }
            Window named = named(current.reference(), block);
            if (named == null) {
                return List.of();
            }
            current = named;
        }
        return List.of();
    }

    /** The window of a block that a name means; null for none, and where several differ in their case alone. */
    public static @Nullable Window named(Identifier name, Select block) {
        Window found = null;
        for (NamedWindow window : block.windows()) {
            if (window.name().text().equalsIgnoreCase(name.text())) {
                if (found != null) {
                    return null;
                }
                found = window.window();
            }
        }
        return found;
    }
}
