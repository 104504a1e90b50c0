package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/** HASH_MOD: the absolute hash code of the canonical value modulo the count. */
final class HashModDefinition extends PartitionDefinition {
    private final int count;
    private final boolean narrowsToInt;

    HashModDefinition(AlgorithmProperties properties) {
        count = (int) properties.requiredWholeNumber("sharding-count", 1, 1 << 20);
        narrowsToInt = properties.flag("normalize-numeric-int-range", false);
    }

    @Override
    int count() {
        return count;
    }

    @Override
    int partition(Object value) {
        if (value instanceof Long number) {
            return partition(number.longValue());
        }
        return (int) (Math.abs((long) value.hashCode()) % count);
    }

    @Override
    int partition(long value) {
        int hash = narrowsToInt && value == (int) value ? (int) value : Long.hashCode(value);
        return (int) (Math.abs((long) hash) % count);
    }

    @Override
    public int placeOf(long value, boolean narrow) {
        return narrow ? (int) (Math.abs(value) % count) : partition(value);
    }

    @Override
    void range(RangeShardingValue<Comparable<?>> range, BitSet partitions) {
        addAll(partitions);
    }
}
