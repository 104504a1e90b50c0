package org.shardingjdbc.plan.internal.proof;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.GroupBy;
import org.shardingjdbc.parser.internal.ast.GroupBy.GroupingKind;
import org.shardingjdbc.parser.internal.ast.Query;
import org.shardingjdbc.parser.internal.ast.QueryBody;
import org.shardingjdbc.parser.internal.ast.QueryBody.Select;
import org.shardingjdbc.parser.internal.ast.QueryBody.SetOperation;
import org.shardingjdbc.parser.internal.ast.SelectItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.ExpressionItem;
import org.shardingjdbc.parser.internal.ast.SelectItem.StarItem;
import org.shardingjdbc.parser.internal.ast.TableReference;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinKind;
import org.shardingjdbc.parser.internal.ast.TableReference.JoinedTable;
import org.shardingjdbc.parser.internal.ast.Window;
import org.shardingjdbc.plan.internal.syntax.SelectItems;
import org.shardingjdbc.plan.internal.syntax.Tree;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.route.internal.bind.BlockWalk;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.route.internal.bind.ColumnOrigin;
import org.shardingjdbc.route.internal.bind.OutputColumn;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Says whether rows that belong together (a group, equal rows, a window's partition) are on one data node, because what
 * makes them belong together contains the sharding columns. Immutable.
 */
record SameNodeProof(BoundStatement bound) {
    /** What rows are placed by, as {@code user_id of t_order}. */
    String keys() {
        List<String> keys = new ArrayList<>();
        for (AlignmentClass tables : bound.classes()) {
            LogicTable table = tables.table();
            keys.add(String.join(", ", table.shardingColumns()) + " of " + table.name());
        }
        return String.join(" and ", keys);
    }

    /** Whether equal rows of the branches are on one node: each sharding column stands at the same position in all. */
    boolean alignedOutputs(SetOperation operation) {
        if (bound.alignmentClasses() != 1) {
            return false;
        }
        List<QueryBody> branches = new ArrayList<>();
        collectBranches(operation, branches);
        int columns = -1;
        for (QueryBody branch : branches) {
            if (!(branch instanceof Select select) || select.items().stream().anyMatch(StarItem.class::isInstance)) {
                return false;
            }
            columns = columns < 0
                    ? select.items().size()
                    : Math.min(columns, select.items().size());
        }
        return alignedOutputs(branches, columns);
    }

    private boolean alignedOutputs(List<QueryBody> branches, int columns) {
        for (int column = 0; column < columns; column++) {
            boolean determined = true;
            for (QueryBody branch : branches) {
                Select select = (Select) branch;
                Expression expression = ((ExpressionItem) select.items().get(column)).expression();
                determined &= determines(select, List.of(expression), 0);
            }
            if (determined) {
                return true;
            }
        }
        return false;
    }

    private static void collectBranches(QueryBody body, List<QueryBody> branches) {
        if (body instanceof SetOperation operation) {
            collectBranches(operation.left(), branches);
            collectBranches(operation.right(), branches);
        } else {
            branches.add(body);
        }
    }

    private boolean determines(Select block, List<Expression> expressions, int alignmentClass) {
        return bound.determinesNode(block, expressions, alignmentClass);
    }

    /** Whether rows of one group are on one node. */
    boolean groupsOnOneNode(Select block) {
        GroupBy groupBy = block.groupBy();
        return groupBy != null
                && groupBy.kind() == GroupingKind.PLAIN
                && determinesNode(block, new SelectItems(block).resolve(groupBy.items(), bound));
    }

    /** Whether equal rows of a SELECT DISTINCT are on one node. */
    boolean distinctOnOneNode(Select block, @Nullable Query query) {
        List<Expression> expressions = new ArrayList<>();
        boolean star = false;
        for (SelectItem item : block.items()) {
            if (item instanceof ExpressionItem expression) {
                expressions.add(expression.expression());
            } else {
                star = true;
            }
        }
        if (determinesNode(block, expressions)) {
            return true;
        }
        return star && query != null && bound.alignmentClasses() == 1 && starHasShardingColumns(block, query);
    }

    /** A star over a sharded table that no outer join fills with NULLs returns the sharding columns themselves. */
    private boolean starHasShardingColumns(Select block, Query query) {
        List<OutputColumn> outputs = bound.outputs(query);
        if (outputs == null || outerJoined(block)) {
            return false;
        }
        for (BoundTable table : bound.tables()) {
            if (!table.table().shardingColumns().isEmpty()) {
                List<String> missing = new ArrayList<>(table.table().shardingColumns());
                for (OutputColumn output : outputs) {
                    ColumnOrigin.OfTable base = output.base();
                    if (base != null && base.table().index() == table.index()) {
                        missing.remove(base.column());
                    }
                }
                if (missing.isEmpty()) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean outerJoined(Select block) {
        for (TableReference reference : block.from()) {
            if (Tree.any(
                    reference,
                    node -> node instanceof JoinedTable join
                            && join.kind() != JoinKind.INNER
                            && join.kind() != JoinKind.CROSS)) {
                return true;
            }
        }
        return false;
    }

    /** Whether equal values of the expressions mean one node, for every alignment class. */
    boolean determinesNode(Select block, List<Expression> expressions) {
        for (int alignmentClass = 0; alignmentClass < bound.alignmentClasses(); alignmentClass++) {
            if (!determines(block, expressions, alignmentClass)) {
                return false;
            }
        }
        return true;
    }

    /** Whether the rows of a window function's partition are on one node. */
    boolean windowOnOneNode(Select block, Window window) {
        return determinesNode(block, BlockWalk.partition(window, block));
    }
}
