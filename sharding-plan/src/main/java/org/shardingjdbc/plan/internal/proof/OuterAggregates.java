package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.FunctionCall;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.plan.internal.syntax.Functions;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;

/**
 * Aggregates that stand in a subquery and belong to the query around it, since they read none but its columns:
 * {@code SELECT (SELECT COUNT(o.id)) FROM t_order o} is one row, as SQL has it. They are aggregates of all rows of a
 * group, and no data node has these. Stateless.
 */
public final class OuterAggregates {
    private OuterAggregates() {}

    /**
     * The first one of a block.
     *
     * @param query whose body the block is; may be null
     * @return null when it has none
     */
    public static @Nullable FunctionCall find(BoundStatement bound, Select block, @Nullable Query query) {
        List<Node> parts = new ArrayList<>(block.items());
        if (block.having() != null) {
            parts.add(block.having());
        }
        if (query != null && query.body() == block && query.orderBy() != null) {
            parts.add(query.orderBy());
        }
        for (Node part : parts) {
            for (Query nested : Tree.all(part, Query.class)) {
                for (FunctionCall call : Tree.all(nested, FunctionCall.class)) {
                    if (call.over() == null && Functions.isAggregate(call) && readsOnlyAround(bound, call, nested)) {
                        return call;
                    }
                }
            }
        }
        return null;
    }

    private static boolean readsOnlyAround(BoundStatement bound, FunctionCall call, Query nested) {
        List<ColumnReference> read = Tree.all(call, ColumnReference.class);
        for (ColumnReference reference : read) {
            ColumnOrigin origin = bound.origin(reference);
            Node source = null;
            if (origin instanceof ColumnOrigin.OfTable table) {
                source = table.table().node();
            } else if (origin instanceof ColumnOrigin.OfQuery query) {
                source = query.query();
            }
            if (source == null || Tree.isWithin(source, nested)) {
                return false;
            }
        }
        return !read.isEmpty();
    }
}
