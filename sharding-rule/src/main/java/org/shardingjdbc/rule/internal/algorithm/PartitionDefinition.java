package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.NumberPlaces;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;

/**
 * An algorithm that numbers partitions from 0; partition n lives in the target whose name ends with n. These are the
 * algorithms of auto tables.
 */
abstract class PartitionDefinition implements StandardDefinition, NumberPlaces {
    /** How many partitions there are. */
    abstract int count();

    /**
     * The partition of a value.
     *
     * @throws IllegalArgumentException when the value is of a kind that the algorithm cannot place, saying why
     */
    abstract int partition(Object value);

    /** As {@link #partition(Object)} for a Long. */
    int partition(long value) {
        return partition((Object) value);
    }

    /**
     * As {@link #partition(Object)} for an Integer, if {@code narrow}, or a Long.
     *
     * @return -1 where that must be asked
     */
    @Override
    public int placeOf(long value, boolean narrow) {
        return -1;
    }

    /** Adds the partitions that may hold a value of the interval; never too few. */
    abstract void range(RangeShardingValue<Comparable<?>> range, BitSet partitions);

    /** What stands at the end of the target's name. */
    String suffix(int partition) {
        return Integer.toString(partition);
    }

    @Override
    public int autoTableCount() {
        return count();
    }

    @Override
    public StandardChoice place(Targets targets) {
        if (targets.areNumbered(count(), suffix(0), suffix(count() - 1))) {
            return new PartitionChoice(this, targets, null);
        }
        int[] targetOf = new int[count()];
        for (int i = 0; i < targetOf.length; i++) {
            targetOf[i] = targets.numbered(suffix(i));
            if (targetOf[i] < 0) {
                throw new IllegalArgumentException("it makes " + targetOf.length + " partitions, but of the targets "
                        + targets.listed() + " none is number " + suffix(i));
            }
        }
        return new PartitionChoice(this, targets, targetOf);
    }

    /** Adds partitions first to last. */
    final void addRun(int first, int last, BitSet partitions) {
        if (first <= last) {
            partitions.set(first, last + 1);
        }
    }

    final void addAll(BitSet partitions) {
        partitions.set(0, count());
    }

    /**
     * Partition numbers as target indexes.
     *
     * @param targetOf null where each partition has the target of its own number
     */
    record PartitionChoice(PartitionDefinition definition, Targets targets, int @Nullable [] targetOf)
            implements StandardChoice {
        @Override
        public int target(Object value) {
            try {
                int partition = definition.partition(value);
                return targetOf == null ? partition : targetOf[partition];
            } catch (IllegalArgumentException e) {
                throw targets.refused(value, e);
            }
        }

        @Override
        public int placeOf(long value, boolean narrow) {
            int partition = definition.placeOf(value, narrow);
            return partition < 0 || targetOf == null ? partition : targetOf[partition];
        }

        @Override
        public NumberPlaces ofNumbers() {
            return targetOf == null ? definition : this;
        }

        @Override
        public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
            if (targetOf == null) {
                definition.range(range, chosen);
                return;
            }
            BitSet partitions = new BitSet(targetOf.length);
            definition.range(range, partitions);
            for (int i = partitions.nextSetBit(0); i >= 0; i = partitions.nextSetBit(i + 1)) {
                chosen.set(targetOf[i]);
            }
        }
    }
}
