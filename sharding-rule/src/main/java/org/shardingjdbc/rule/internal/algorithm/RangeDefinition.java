package org.shardingjdbc.rule.internal.algorithm;

import java.util.Arrays;
import java.util.BitSet;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/** VOLUME_RANGE and BOUNDARY_RANGE: n bounds make n + 1 half-open partitions, the first one below all bounds. */
final class RangeDefinition extends PartitionDefinition {
    private static final int MAX_PARTITIONS = 1 << 20;

    private final long[] bounds;

    private RangeDefinition(long[] bounds) {
        this.bounds = bounds;
    }

    /** Bounds at equal distances from {@code range-lower} to {@code range-upper}. */
    static RangeDefinition byVolume(AlgorithmProperties properties) {
        long lower = properties.requiredWholeNumber("range-lower", Long.MIN_VALUE, Long.MAX_VALUE);
        long upper = properties.requiredWholeNumber("range-upper", Long.MIN_VALUE, Long.MAX_VALUE);
        long volume = properties.requiredWholeNumber("sharding-volume", 1, Long.MAX_VALUE);
        if (upper <= lower) {
            throw new InvalidPropertyException(
                    "range-upper", "property 'range-upper' must be greater than 'range-lower'");
        }
        long distance = upper - lower;
        if (distance < 0 || distance / volume >= MAX_PARTITIONS) {
            throw new InvalidPropertyException(
                    "sharding-volume", "property 'sharding-volume' makes too many partitions");
        }
        int volumes = (int) (distance / volume + (distance % volume == 0 ? 0 : 1));
        long[] bounds = new long[volumes + 1];
        for (int i = 0; i < volumes; i++) {
            bounds[i] = lower + i * volume;
        }
        bounds[volumes] = upper;
        return new RangeDefinition(bounds);
    }

    /** The bounds of {@code sharding-ranges}. */
    static RangeDefinition byBoundaries(AlgorithmProperties properties) {
        String text = properties.requiredText("sharding-ranges");
        String[] parts = text.split(",", -1);
        long[] bounds = new long[parts.length];
        for (int i = 0; i < parts.length; i++) {
            try {
                bounds[i] = Long.parseLong(parts[i].trim());
            } catch (NumberFormatException e) {
                throw new InvalidPropertyException(
                        "sharding-ranges", "property 'sharding-ranges' must be whole numbers separated by commas");
            }
        }
        Arrays.sort(bounds);
        for (int i = 1; i < bounds.length; i++) {
            if (bounds[i] == bounds[i - 1]) {
                throw new InvalidPropertyException("sharding-ranges", "property 'sharding-ranges' lists a bound twice");
            }
        }
        return new RangeDefinition(bounds);
    }

    @Override
    int count() {
        return bounds.length + 1;
    }

    @Override
    int partition(Object value) {
        return partition(WholeNumbers.of(value));
    }

    @Override
    int partition(long value) {
        int found = Arrays.binarySearch(bounds, value);
        return found >= 0 ? found + 1 : -found - 1;
    }

    @Override
    public int placeOf(long value, boolean narrow) {
        return partition(value);
    }

    @Override
    void range(RangeShardingValue<Comparable<?>> range, BitSet partitions) {
        if (!WholeNumbers.ordersAlike(range.lower()) || !WholeNumbers.ordersAlike(range.upper())) {
            addAll(partitions);
            return;
        }
        long lowest = WholeNumbers.lowest(range.lower(), range.lowerClosed());
        long highest = WholeNumbers.highest(range.upper(), range.upperClosed());
        if (lowest <= highest) {
            addRun(partition(lowest), partition(highest), partitions);
        }
    }
}
