package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.scaling.internal.layout.SlotCounts;
import org.shardingjdbc.scaling.internal.layout.SlotTables;

/**
 * Moves of slots that even out the rows of a table's data nodes, for {@link SlotMoves}. Immutable.
 *
 * @param before what the data nodes have
 * @param after what they would have
 * @param moves empty where no data node has a tenth more or less than its share
 */
@Incubating
public record SlotAdvice(List<Node> before, List<Node> after, List<SlotMove> moves) {
    private static final double TOLERANCE = 0.1;
    /** So near to its share a data node is left alone, for fewer ranges. */
    private static final double ENOUGH = 0.02;

    /** Copies the lists. */
    public SlotAdvice {
        before = List.copyOf(before);
        after = List.copyOf(after);
        moves = List.copyOf(moves);
    }

    /**
     * What a data node has.
     *
     * @param name as {@code ds_0.t_order_1}
     */
    @Incubating
    public record Node(String name, int slots, long rows) {}

    /**
     * Has the databases count the rows of each slot, which reads the whole table.
     *
     * @param more data nodes that the table has not yet and is to have, as {@code ds_2.t_order_0}
     * @throws SQLException when the table has no slots, or a database cannot count them
     */
    public static SlotAdvice of(ShardingConfiguration configuration, String table, List<String> more)
            throws SQLException {
        try {
            SlotTables tables = new SlotTables(configuration, table);
            List<String> nodes = new ArrayList<>(tables.nodes());
            nodes.addAll(more);
            int[] slots = tables.slots();
            return of(nodes, slots, SlotCounts.of(configuration, table, slots.length));
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * The same of rows that were counted elsewhere.
     *
     * @param nodes names of data nodes
     * @param slots by slot the position of its data node
     * @param rows by slot how many rows it has, or any other weight
     */
    public static SlotAdvice of(List<String> nodes, int[] slots, long[] rows) {
        int[] next = slots.clone();
        long[] sums = sums(nodes.size(), slots, rows);
        double share = sum(sums) / (double) nodes.size();
        for (int node : byRows(sums)) {
            if (sums[node] <= share * (1 + TOLERANCE)) {
                continue;
            }
            for (int slot = slots.length - 1; slot >= 0 && sums[node] > share * (1 + ENOUGH); slot--) {
                int poorest = poorest(sums);
                boolean goesOn = goesOn(next, slot, slots, sums, rows[slot], share);
                boolean helps = slots[slot] == node
                        && (rows[slot] > 0 || goesOn)
                        && sums[node] - rows[slot] / 2.0 >= share
                        && sums[poorest] + rows[slot] / 2.0 <= share;
                if (helps) {
                    int taker = goesOn ? next[slot + 1] : poorest;
                    next[slot] = taker;
                    sums[node] -= rows[slot];
                    sums[taker] += rows[slot];
                }
            }
        }
        for (int node = 0; node < nodes.size(); node++) {
            fill(node, slots, next, sums, rows, share);
        }
        return new SlotAdvice(table(nodes, slots, rows), table(nodes, next, rows), moves(nodes, slots, next));
    }

    /** Whether the slot behind went to a data node that takes this one, too, so that they are one range. */
    private static boolean goesOn(int[] next, int slot, int[] slots, long[] sums, long rows, double share) {
        return slot + 1 < next.length
                && next[slot + 1] != slots[slot + 1]
                && slots[slot + 1] == slots[slot]
                && sums[next[slot + 1]] + rows / 2.0 <= share;
    }

    /** What lacks much though nobody has much too much, as where many have a little more than their share. */
    private static void fill(int node, int[] slots, int[] next, long[] sums, long[] rows, double share) {
        if (sums[node] >= share * (1 - TOLERANCE)) {
            return;
        }
        for (int slot = slots.length - 1; slot >= 0 && sums[node] < share * (1 - ENOUGH); slot--) {
            int owner = next[slot];
            boolean helps = owner != node
                    && rows[slot] > 0
                    && owner == slots[slot]
                    && sums[owner] - rows[slot] / 2.0 >= share
                    && sums[node] + rows[slot] / 2.0 <= share;
            if (helps) {
                next[slot] = node;
                sums[owner] -= rows[slot];
                sums[node] += rows[slot];
            }
        }
    }

    private static long[] sums(int nodes, int[] slots, long[] rows) {
        long[] sums = new long[nodes];
        for (int slot = 0; slot < slots.length; slot++) {
            sums[slots[slot]] += rows[slot];
        }
        return sums;
    }

    private static long sum(long[] sums) {
        long sum = 0;
        for (long each : sums) {
            sum += each;
        }
        return sum;
    }

    private static List<Integer> byRows(long[] sums) {
        List<Integer> nodes = new ArrayList<>();
        for (int i = 0; i < sums.length; i++) {
            nodes.add(i);
        }
        nodes.sort(Comparator.comparingLong((Integer node) -> sums[node]).reversed());
        return nodes;
    }

    private static int poorest(long[] sums) {
        int poorest = 0;
        for (int i = 1; i < sums.length; i++) {
            poorest = sums[i] < sums[poorest] ? i : poorest;
        }
        return poorest;
    }

    private static List<Node> table(List<String> nodes, int[] slots, long[] rows) {
        int[] counts = new int[nodes.size()];
        for (int node : slots) {
            counts[node]++;
        }
        long[] sums = sums(nodes.size(), slots, rows);
        List<Node> table = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            table.add(new Node(nodes.get(i), counts[i], sums[i]));
        }
        return table;
    }

    private static List<SlotMove> moves(List<String> nodes, int[] slots, int[] next) {
        List<SlotMove> moves = new ArrayList<>();
        for (int slot = 0; slot < slots.length; slot++) {
            int first = slot;
            if (next[slot] != slots[slot]) {
                while (slot + 1 < slots.length && next[slot + 1] == next[first] && next[slot + 1] != slots[slot + 1]) {
                    slot++;
                }
                moves.add(new SlotMove(first, slot, nodes.get(next[first])));
            }
        }
        return moves;
    }
}
