package org.shardingjdbc.rule.internal.slot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Which node has which slots, as the configuration writes it: {@code ds_0.t_0: 0-1023, 2048-2100; ds_1.t_1: ...}. Each
 * slot belongs to one node; a node may have none. Immutable.
 */
public final class SlotRanges {
    private static final int NAMES_IN_MESSAGE = 20;

    private final List<String> nodes;
    /** By slot the position among the nodes. */
    private final int[] nodeOf;

    private SlotRanges(List<String> nodes, int[] nodeOf) {
        this.nodes = List.copyOf(nodes);
        this.nodeOf = nodeOf;
    }

    /**
     * Reads them. Entries are separated by semicolons or line ends, ranges of an entry by commas; both bounds belong to
     * a range.
     *
     * @throws IllegalArgumentException when they are not written so, or do not give each slot one node, saying where
     */
    public static SlotRanges parsed(String text, int slots) {
        List<String> nodes = new ArrayList<>();
        int[] nodeOf = new int[slots];
        Arrays.fill(nodeOf, -1);
        for (String entry : entries(text)) {
            int colon = entry.indexOf(':');
            String node = colon < 0 ? "" : entry.substring(0, colon).trim();
            if (node.isEmpty()) {
                throw new IllegalArgumentException(
                        "'" + entry + "' must be <data source>.<actual table>: <first slot>-<last slot>, ...");
            }
            if (nodes.contains(node)) {
                throw new IllegalArgumentException("node '" + node + "' is listed twice");
            }
            nodes.add(node);
            String ranges = entry.substring(colon + 1).trim();
            if (!ranges.isEmpty()) {
                for (String range : ranges.split(",", -1)) {
                    addRange(range.trim(), nodes, nodeOf);
                }
            }
        }
        checkGaps(nodeOf);
        return new SlotRanges(nodes, nodeOf);
    }

    private static List<String> entries(String text) {
        List<String> entries = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i <= text.length(); i++) {
            boolean ends = i == text.length() || text.charAt(i) == ';' || text.charAt(i) == '\n';
            if (ends) {
                String entry = text.substring(begin, i).trim();
                if (!entry.isEmpty()) {
                    entries.add(entry);
                }
                begin = i + 1;
            }
        }
        return entries;
    }

    private static void addRange(String range, List<String> nodes, int[] nodeOf) {
        int node = nodes.size() - 1;
        int dash = range.indexOf('-');
        int first = slot(dash < 0 ? range : range.substring(0, dash), range, nodes.get(node), nodeOf.length);
        int last = dash < 0 ? first : slot(range.substring(dash + 1), range, nodes.get(node), nodeOf.length);
        if (last < first) {
            throw new IllegalArgumentException(
                    "range '" + range + "' of node '" + nodes.get(node) + "' ends at " + last + ", before it begins");
        }
        for (int slot = first; slot <= last; slot++) {
            if (nodeOf[slot] >= 0) {
                throw new IllegalArgumentException("slot " + slot + " is given to node '" + nodes.get(nodeOf[slot])
                        + "' and in range '" + range + "' to node '" + nodes.get(node) + "'");
            }
            nodeOf[slot] = node;
        }
    }

    private static int slot(String text, String range, String node, int slots) {
        int slot;
        try {
            slot = Integer.parseInt(text.trim());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + range + "' of node '" + node + "' is no slot and no range of them, such as 17 or 0-1023");
        }
        if (slot < 0 || slot >= slots) {
            throw new IllegalArgumentException("range '" + range + "' of node '" + node + "' goes beyond slot "
                    + (slots - 1) + ", the last of " + slots);
        }
        return slot;
    }

    private static void checkGaps(int[] nodeOf) {
        StringBuilder gaps = new StringBuilder();
        int count = 0;
        for (int slot = 0; slot < nodeOf.length; slot++) {
            int end = slot;
            while (end < nodeOf.length && nodeOf[end] < 0) {
                end++;
            }
            if (end > slot) {
                if (count++ < NAMES_IN_MESSAGE) {
                    gaps.append(gaps.isEmpty() ? "" : ", ").append(range(slot, end - 1));
                }
                slot = end;
            }
        }
        if (count > 0) {
            throw new IllegalArgumentException("no node is given the slots " + gaps
                    + (count > NAMES_IN_MESSAGE ? " and " + (count - NAMES_IN_MESSAGE) + " more ranges" : ""));
        }
    }

    private static String range(int first, int last) {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }

    /**
     * Slots in ranges of equal length, the same for all tables that ask for as many nodes.
     *
     * @return by slot the number of its node
     */
    public static int[] equalParts(int slots, int nodes) {
        int[] nodeOf = new int[slots];
        for (int slot = 0; slot < slots; slot++) {
            nodeOf[slot] = (int) ((long) slot * nodes / slots);
        }
        return nodeOf;
    }

    /** As they are named, in the order of the configuration. */
    public List<String> nodes() {
        return nodes;
    }

    /** By slot the position among the {@link #nodes()}; a copy. */
    public int[] nodeOf() {
        return nodeOf.clone();
    }
}
