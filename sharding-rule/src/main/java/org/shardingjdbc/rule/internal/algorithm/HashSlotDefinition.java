package org.shardingjdbc.rule.internal.algorithm;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.NodeDefinition;
import org.shardingjdbc.rule.internal.slot.SlotHash;
import org.shardingjdbc.rule.internal.slot.SlotRanges;

/**
 * HASH_SLOT: a value has one of many slots by its hash, and a slot has a data node by a table. Rows change their node
 * only where that table is changed, and then those of the slots that it says.
 */
final class HashSlotDefinition implements NodeDefinition {
    private static final int DEFAULT_SLOTS = 4096;
    /** Stands for what the actual tables have in common. */
    private static final char FRONT = '*';

    private final int slots;
    /** Null where the nodes are counted. */
    private final @Nullable SlotRanges ranges;

    private final int count;
    /** Whether it is counted how often slots are asked for. */
    private final boolean counted;
    /** That of the last table, which is mostly that of all: a thousand tables have one. */
    private volatile int @Nullable [] shared;

    HashSlotDefinition(AlgorithmProperties properties) {
        slots = (int) properties.wholeNumber("slots", DEFAULT_SLOTS, 1, SlotHash.MAX_SLOTS);
        if (Integer.bitCount(slots) != 1) {
            throw new InvalidPropertyException("slots", "property 'slots' must be a power of two, not " + slots);
        }
        counted = properties.flag("count-statements", false);
        String nodes = properties.text("nodes");
        if (nodes == null) {
            if (properties.text("sharding-count") == null) {
                throw new InvalidPropertyException(
                        "nodes", "property 'nodes' is required, or 'sharding-count' for equal ranges");
            }
            ranges = null;
            count = (int) properties.requiredWholeNumber("sharding-count", 1, slots);
            return;
        }
        if (properties.text("sharding-count") != null) {
            throw new InvalidPropertyException(
                    "sharding-count", "property 'sharding-count' makes equal ranges; there are 'nodes' already");
        }
        try {
            ranges = SlotRanges.parsed(nodes, slots);
        } catch (IllegalArgumentException e) {
            throw new InvalidPropertyException("nodes", "property 'nodes': " + e.getMessage());
        }
        count = ranges.nodes().size();
    }

    @Override
    public int autoTableCount() {
        return count;
    }

    @Override
    public int[] targetsOfSlots(Targets targets) {
        int[] targetOf = ranges == null ? SlotRanges.equalParts(slots, count) : ranges.nodeOf();
        int[] positions = ranges == null ? numbered(targets) : named(targets, ranges.nodes());
        for (int slot = 0; slot < slots; slot++) {
            targetOf[slot] = positions[targetOf[slot]];
        }
        int[] known = shared;
        if (known != null && Arrays.equals(known, targetOf)) {
            return known;
        }
        shared = targetOf;
        return targetOf;
    }

    /** For each number the node whose actual table ends with it. */
    private int[] numbered(Targets targets) {
        List<String> tables = new ArrayList<>();
        targets.names().forEach(node -> tables.add(table(node)));
        Targets numbers = new Targets("", targets.logicTable(), targets.columns(), tables);
        int[] positions = new int[count];
        for (int i = 0; i < count; i++) {
            positions[i] = numbers.numbered(Integer.toString(i));
            if (positions[i] < 0) {
                throw new InvalidPropertyException(
                        "sharding-count",
                        "there are " + count + " ranges of slots, but of the data nodes " + targets.listed()
                                + " none has an actual table with number " + i + "; list them in 'nodes'");
            }
            if (positions[i] != tables.lastIndexOf(tables.get(positions[i]))) {
                throw new InvalidPropertyException(
                        "sharding-count",
                        "several of the data nodes " + targets.listed() + " have the actual table "
                                + tables.get(positions[i]) + "; list them in 'nodes'");
            }
        }
        return positions;
    }

    /** For each entry its data node. */
    private static int[] named(Targets targets, List<String> entries) {
        int[] positions = new int[entries.size()];
        BitSet known = new BitSet();
        for (int i = 0; i < positions.length; i++) {
            positions[i] = position(entries.get(i), targets);
            if (known.get(positions[i])) {
                throw wrong("data node " + targets.names().get(positions[i]) + " is listed twice");
            }
            known.set(positions[i]);
        }
        return positions;
    }

    /** The only data node that an entry may mean. */
    private static int position(String entry, Targets targets) {
        int position = targets.indexOf(entry);
        for (int node = 0; position < 0 && node < targets.size(); node++) {
            position = isMeant(entry, targets.names().get(node)) ? node : -1;
        }
        if (position < 0) {
            throw wrong("node '" + entry + "' is none of the data nodes " + targets.listed());
        }
        boolean byItself = targets.names().get(position).equals(entry);
        for (int node = position + 1; !byItself && node < targets.size(); node++) {
            if (isMeant(entry, targets.names().get(node))) {
                throw wrong("node '" + entry + "' may be "
                        + targets.names().get(position) + " and "
                        + targets.names().get(node));
            }
        }
        return position;
    }

    private static InvalidPropertyException wrong(String why) {
        return new InvalidPropertyException("nodes", "property 'nodes': " + why);
    }

    /** Whether an entry is the data source of a node, or that and how its actual table ends. */
    private static boolean isMeant(String entry, String node) {
        int star = entry.indexOf(FRONT);
        if (star < 0) {
            return node.indexOf('.') == entry.length() && node.startsWith(entry);
        }
        String source = entry.substring(0, star);
        return source.endsWith(".") && node.startsWith(source) && table(node).endsWith(entry.substring(star + 1));
    }

    private static String table(String node) {
        return node.substring(node.indexOf('.') + 1);
    }

    @Override
    public StandardChoice place(Targets targets) {
        SlotChoice choice = new SlotChoice(targets, targetsOfSlots(targets));
        return counted ? new SampledSlots(choice, choice, new AtomicLongArray(slots)) : choice;
    }

    /** @param nodeOf by slot */
    private record SlotChoice(Targets targets, int[] nodeOf) implements StandardChoice, SampledSlots.SlotOf {
        @Override
        public int slot(Object value) {
            return SlotHash.slot(value, nodeOf.length);
        }

        @Override
        public int slot(long number) {
            return SlotHash.ofNumber(number, nodeOf.length);
        }

        @Override
        public int target(Object value) {
            int slot;
            try {
                slot = SlotHash.slot(value, nodeOf.length);
            } catch (IllegalArgumentException e) {
                throw targets.refused(value, e);
            }
            if (slot < 0) {
                throw targets.refused(value, new WrongClassException("such values have no slot"));
            }
            return nodeOf[slot];
        }

        @Override
        public int placeOf(long value, boolean narrow) {
            return nodeOf[SlotHash.ofNumber(value, nodeOf.length)];
        }

        @Override
        public int[] slots() {
            return nodeOf;
        }

        /** Neighbours are anywhere. */
        @Override
        public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
            for (int node : nodeOf) {
                chosen.set(node);
            }
        }
    }
}
