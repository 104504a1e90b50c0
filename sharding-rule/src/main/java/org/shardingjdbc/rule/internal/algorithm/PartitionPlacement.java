package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/** Partition numbers as target indexes. */
record PartitionPlacement(PartitionDefinition definition, Targets targets, int[] targetOf)
        implements StandardPlacement {
    @Override
    public int target(Object value) {
        try {
            return targetOf[definition.partition(value)];
        } catch (IllegalArgumentException e) {
            throw targets.refused(value, e);
        }
    }

    @Override
    public int target(long value, boolean narrow) {
        int partition = definition.partition(value, narrow);
        return partition < 0 ? -1 : targetOf[partition];
    }

    @Override
    public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
        BitSet partitions = new BitSet(targetOf.length);
        definition.range(range, partitions);
        for (int i = partitions.nextSetBit(0); i >= 0; i = partitions.nextSetBit(i + 1)) {
            chosen.set(targetOf[i]);
        }
    }
}
