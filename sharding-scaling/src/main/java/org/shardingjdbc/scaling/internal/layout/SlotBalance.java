package org.shardingjdbc.scaling.internal.layout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Which slots go to another data node, so that all of them have about as many rows. */
public final class SlotBalance {
    private static final double TOLERANCE = 0.1;
    /** A data node that is so near to its share is left alone, for fewer ranges. */
    private static final double ENOUGH = 0.02;

    private SlotBalance() {}

    /**
     * Data nodes are numbered from 0.
     *
     * @param nodes how many data nodes there are
     * @param slots by slot its data node
     * @param rows by slot how many rows it has, or any other weight
     * @return by slot the data node that it is to have
     */
    public static int[] even(int nodes, int[] slots, long[] rows) {
        int[] next = slots.clone();
        long[] sums = sums(nodes, slots, rows);
        double share = sum(sums) / (double) nodes;
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
        for (int node = 0; node < nodes; node++) {
            fill(node, slots, next, sums, rows, share);
        }
        return next;
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

    /** By data node the rows of its slots. */
    public static long[] sums(int nodes, int[] slots, long[] rows) {
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
}
