package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.parser.internal.ast.Expression;
import org.shardingjdbc.parser.internal.ast.Expression.ColumnReference;
import org.shardingjdbc.parser.internal.ast.Expression.InList;
import org.shardingjdbc.parser.internal.ast.Node;
import org.shardingjdbc.route.internal.bind.AlignmentClass;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.Domain;

/** Divides an IN list on a sharding column: a unit gets the elements that can be there. Immutable. */
final class ListSplit {
    private final InList list;
    private final RootRoute root;
    private final int column;
    private final Operand[] operands;

    /** @param column position of the sharding column */
    ListSplit(InList list, RootRoute root, int column, List<Operand> operands) {
        this.list = list;
        this.root = root;
        this.column = column;
        this.operands = operands.toArray(new Operand[0]);
    }

    /** The lists that conditions on a root table have for its sharding columns. */
    static List<ListSplit> all(AlignmentClass.Root root, RootRoute route) {
        List<ListSplit> splits = new ArrayList<>();
        for (Expression condition : root.conditions()) {
            if (condition instanceof InList in
                    && !in.negated()
                    && in.items().size() > 1
                    && in.value() instanceof ColumnReference reference) {
                int column = root.keyPosition(reference);
                List<Operand> operands = column < 0 || !route.table().routesByOne(column)
                        ? null
                        : ConditionCompiler.operands(in.items());
                if (operands != null) {
                    splits.add(new ListSplit(in, route, column, operands));
                }
            }
        }
        return splits;
    }

    boolean hasOperands(Operand[] others) {
        return Arrays.equals(operands, others);
    }

    Node list() {
        return list;
    }

    /**
     * The elements of each chosen node.
     *
     * @param nodes ascending
     * @return null when all elements go to all nodes
     */
    int @Nullable [][] divide(int[] nodes, Object[] parameters, HintValues hints) {
        int[][] elements = new int[nodes.length][Math.max(4, 2 * operands.length / nodes.length)];
        int[] counts = new int[nodes.length];
        Domain[] domains = new Domain[root.table().shardingColumns().size()];
        Arrays.fill(domains, Domain.ALL);
        for (int i = 0; i < operands.length; i++) {
            Object value = operands[i].value(parameters);
            Object[] points =
                    value == ShardingValues.UNKNOWN ? null : ShardingValues.points(value, root.schema(column));
            if (points == null) {
                return null;
            }
            if (points.length == 0) {
                continue;
            }
            domains[column] = new Domain.Points(points);
            for (int node : root.table().find(domains, hints)) {
                int position = Arrays.binarySearch(nodes, node);
                if (position >= 0) {
                    if (counts[position] == elements[position].length) {
                        elements[position] = Arrays.copyOf(elements[position], 2 * counts[position]);
                    }
                    elements[position][counts[position]++] = i;
                }
            }
        }
        for (int i = 0; i < nodes.length; i++) {
            if (counts[i] == 0) {
                return null;
            }
            elements[i] = Arrays.copyOf(elements[i], counts[i]);
        }
        return elements;
    }
}
