package org.shardingjdbc.rule.internal.algorithm;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/**
 * AUTO_INTERVAL: buckets of some seconds between two times, with one partition below and one above.
 *
 * <p>Partition = seconds since the lower time, divided by the seconds of a bucket, rounded to two decimals, rounded up.
 * That is where ShardingSphere has put the rows: up to half a hundredth of a bucket at its start still belongs to the
 * bucket before.
 */
final class AutoIntervalDefinition extends PartitionDefinition {
    private static final Times TIMES = new Times("yyyy-MM-dd HH:mm:ss");
    private static final int MAX_PARTITIONS = 1 << 20;

    private final LocalDateTime lower;
    private final long bucketSeconds;
    private final int count;

    AutoIntervalDefinition(AlgorithmProperties properties) {
        lower = time(properties, "datetime-lower");
        LocalDateTime upper = time(properties, "datetime-upper");
        bucketSeconds = properties.requiredWholeNumber("sharding-seconds", 1, Long.MAX_VALUE);
        if (!upper.isAfter(lower)) {
            throw new InvalidPropertyException(
                    "datetime-upper", "property 'datetime-upper' must be later than 'datetime-lower'");
        }
        long buckets = Duration.between(lower, upper).toSeconds() / bucketSeconds;
        if (buckets >= MAX_PARTITIONS) {
            throw new InvalidPropertyException(
                    "sharding-seconds", "property 'sharding-seconds' makes too many partitions");
        }
        count = (int) buckets + 2;
    }

    private static LocalDateTime time(AlgorithmProperties properties, String name) {
        try {
            return TIMES.parsed(properties.requiredText(name));
        } catch (InvalidPropertyException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidPropertyException(
                    name, "property '" + name + "' must be a time such as 2024-01-31 00:00:00");
        }
    }

    @Override
    int count() {
        return count;
    }

    @Override
    int partition(Object value) {
        return partitionOf(TIMES.of(value));
    }

    private int partitionOf(LocalDateTime time) {
        // by seconds alone: in milliseconds, the last times that there are do not fit into a long
        long seconds = ChronoUnit.SECONDS.between(lower, time);
        double position = (double) seconds / bucketSeconds;
        double rounded =
                new BigDecimal(position).setScale(2, RoundingMode.HALF_EVEN).doubleValue();
        return Math.min(Math.max(0, (int) Math.ceil(rounded)), count - 1);
    }

    @Override
    void range(RangeShardingValue<Comparable<?>> range, BitSet partitions) {
        LocalDateTime earliest;
        LocalDateTime latest;
        try {
            earliest = TIMES.earliest(range.lower(), range.upper());
            latest = TIMES.latest(range.upper());
        } catch (IllegalArgumentException e) {
            addAll(partitions);
            return;
        }
        addRun(
                earliest == null ? 0 : partitionOf(earliest),
                latest == null ? count - 1 : partitionOf(latest),
                partitions);
    }
}
