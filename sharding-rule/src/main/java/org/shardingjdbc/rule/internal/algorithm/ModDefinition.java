package org.shardingjdbc.rule.internal.algorithm;

import java.math.BigInteger;
import java.util.BitSet;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/** MOD: the value modulo the count, never negative. */
final class ModDefinition extends PartitionDefinition {
    private final int count;
    private final BigInteger bigCount;
    private final int startOffset;
    private final int stopOffset;
    private final int suffixLength;

    ModDefinition(AlgorithmProperties properties) {
        count = (int) properties.requiredWholeNumber("sharding-count", 1, 1 << 20);
        bigCount = BigInteger.valueOf(count);
        startOffset = (int) properties.wholeNumber("start-offset", 0, 0, 1 << 20);
        stopOffset = (int) properties.wholeNumber("stop-offset", 0, 0, 1 << 20);
        suffixLength = properties.flag("zero-padding", false)
                ? Integer.toString(count - 1).length()
                : 0;
    }

    @Override
    int count() {
        return count;
    }

    @Override
    int partition(Object value) {
        boolean cut = startOffset > 0 || stopOffset > 0;
        if (!cut && !(value instanceof String) && !(value instanceof BigInteger)) {
            return partition(WholeNumbers.of(value));
        }
        String text = value.toString();
        if (cut) {
            if (startOffset + stopOffset >= text.length()) {
                throw new IllegalArgumentException("it is too short for start-offset and stop-offset");
            }
            text = text.substring(startOffset, text.length() - stopOffset);
        }
        try {
            return new BigInteger(text).mod(bigCount).intValue();
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("it is not a whole number");
        }
    }

    @Override
    int partition(long value) {
        return Math.floorMod(value, count);
    }

    @Override
    public int placeOf(long value, boolean narrow) {
        if (startOffset > 0 || stopOffset > 0) {
            return -1;
        }
        return value == (int) value ? Math.floorMod((int) value, count) : Math.floorMod(value, count);
    }

    @Override
    void range(RangeShardingValue<Comparable<?>> range, BitSet partitions) {
        // without a bound there are also numbers beyond those of a long, as MOD places them
        boolean bounded = range.lower() != null && range.upper() != null;
        boolean numbers = WholeNumbers.ordersAlike(range.lower()) && WholeNumbers.ordersAlike(range.upper());
        if (!bounded || !numbers || startOffset > 0 || stopOffset > 0) {
            addAll(partitions);
            return;
        }
        long lowest = WholeNumbers.lowest(range.lower(), range.lowerClosed());
        long highest = WholeNumbers.highest(range.upper(), range.upperClosed());
        if (lowest > highest) {
            return;
        }
        // a negative distance is one that does not fit into a long
        long distance = highest - lowest;
        if (distance < 0 || distance >= count - 1) {
            addAll(partitions);
            return;
        }
        for (long i = 0; i <= distance; i++) {
            partitions.set(Math.floorMod(lowest + i, count));
        }
    }

    @Override
    String suffix(int partition) {
        String number = Integer.toString(partition);
        return "0".repeat(Math.max(0, suffixLength - number.length())) + number;
    }
}
