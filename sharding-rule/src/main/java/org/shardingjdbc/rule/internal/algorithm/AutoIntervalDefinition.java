package org.shardingjdbc.rule.internal.algorithm;

import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/**
 * AUTO_INTERVAL: {@linkplain NumberedPeriods periods} of some seconds between two times, with one partition below and
 * one above.
 */
final class AutoIntervalDefinition extends PartitionDefinition {
    private final NumberedPeriods periods;

    AutoIntervalDefinition(AlgorithmProperties properties) {
        periods = new NumberedPeriods(properties);
    }

    @Override
    int count() {
        return periods.count();
    }

    @Override
    int partition(Object value) {
        return periods.of(NumberedPeriods.TIMES.of(value));
    }

    @Override
    void range(RangeShardingValue<Comparable<?>> range, BitSet partitions) {
        LocalDateTime earliest;
        LocalDateTime latest;
        try {
            earliest = NumberedPeriods.TIMES.earliest(range.lower(), range.upper());
            latest = NumberedPeriods.TIMES.latest(range.upper());
        } catch (IllegalArgumentException e) {
            addAll(partitions);
            return;
        }
        addRun(
                earliest == null ? 0 : periods.of(earliest),
                latest == null ? count() - 1 : periods.of(latest),
                partitions);
    }

    @Override
    public StandardChoice place(Targets targets) {
        return periods.mayLackTargets()
                ? new SparseChoice(this, targets, targetsOfPeriods(targets))
                : super.place(targets);
    }

    /** By period its target; -1 where it has none. Each target has a period, so that no row is overlooked. */
    private int[] targetsOfPeriods(Targets targets) {
        int[] targetOf = new int[count()];
        Arrays.fill(targetOf, -1);
        List<String> names = targets.names();
        String front = NumberedNames.front(names.get(0));
        for (int i = 0; i < names.size(); i++) {
            String name = names.get(i);
            int period = NumberedNames.number(name);
            if (!NumberedNames.front(name).equals(front) || period < 0 || period >= targetOf.length) {
                throw new IllegalArgumentException("target " + name + " is not called '" + front
                        + "' and the number of a period, of which there are " + targetOf.length);
            }
            if (targetOf[period] >= 0) {
                throw new IllegalArgumentException(
                        "period " + period + " has two targets, " + name + " and " + names.get(targetOf[period]));
            }
            targetOf[period] = i;
        }
        return targetOf;
    }

    /** Periods of which some have no target. */
    private record SparseChoice(AutoIntervalDefinition definition, Targets targets, int[] targetOf)
            implements StandardChoice {
        @Override
        public int target(Object value) {
            int target;
            try {
                target = targetOf[definition.partition(value)];
            } catch (IllegalArgumentException e) {
                throw targets.refused(value, e);
            }
            if (target < 0) {
                throw targets.unknown(null, value);
            }
            return target;
        }

        @Override
        public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
            BitSet periods = new BitSet(targetOf.length);
            definition.range(range, periods);
            for (int i = periods.nextSetBit(0); i >= 0; i = periods.nextSetBit(i + 1)) {
                if (targetOf[i] >= 0) {
                    chosen.set(targetOf[i]);
                }
            }
        }
    }
}
