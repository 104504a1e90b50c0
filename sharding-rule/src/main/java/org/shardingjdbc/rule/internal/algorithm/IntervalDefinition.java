package org.shardingjdbc.rule.internal.algorithm;

import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;

/**
 * INTERVAL: time steps from a lower to an upper time; a value lives in the target whose name ends with the formatted
 * start of its step.
 *
 * <p>A value before the lower time or after the last of the {@linkplain IntervalSteps steps} is refused. Targets that
 * no step names are part of every range, since nothing says what they hold.
 */
final class IntervalDefinition implements StandardDefinition {
    private final IntervalSteps steps;

    IntervalDefinition(AlgorithmProperties properties) {
        steps = new IntervalSteps(properties);
    }

    @Override
    public StandardChoice place(Targets targets) {
        int[] targetOf = new int[steps.count()];
        BitSet[] matches = new BitSet[steps.count()];
        List<String> names = new ArrayList<>(targets.names());
        BitSet unnamed = new BitSet();
        targets.addAll(unnamed);
        for (int i = 0; i < steps.count(); i++) {
            matches[i] = matches(names, i);
            targetOf[i] = matches[i].nextSetBit(0);
            unnamed.andNot(matches[i]);
        }
        if (unnamed.cardinality() == targets.size()) {
            throw new IllegalArgumentException(
                    "none of the targets " + targets.listed() + " ends with a time of the pattern "
                            + "'sharding-suffix-pattern' between 'datetime-lower' and 'datetime-upper'");
        }
        return new Choice(steps, targets, targetOf, matches, unnamed);
    }

    private BitSet matches(List<String> names, int step) {
        String ending = steps.ending(step);
        BitSet matches = new BitSet();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).endsWith(ending)) {
                matches.set(i);
            }
        }
        return matches;
    }

    private record Choice(IntervalSteps steps, Targets targets, int[] targetOf, BitSet[] matches, BitSet unnamed)
            implements StandardChoice {
        @Override
        public int target(Object value) {
            int at;
            try {
                at = steps.step(steps.times().of(value));
            } catch (IllegalArgumentException e) {
                throw targets.refused(value, e);
            }
            if (at < 0 || at >= targetOf.length) {
                throw targets.refused(value, "it is not between datetime-lower and datetime-upper");
            }
            if (targetOf[at] < 0) {
                throw targets.unknown(null, value);
            }
            return targetOf[at];
        }

        @Override
        public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
            int first;
            int last;
            try {
                LocalDateTime earliest = steps.times().earliest(range.lower(), range.upper());
                LocalDateTime latest = steps.times().latest(range.upper());
                first = earliest == null ? 0 : Math.max(0, steps.step(earliest));
                last = latest == null ? targetOf.length - 1 : Math.min(targetOf.length - 1, steps.step(latest));
            } catch (IllegalArgumentException e) {
                targets.addAll(chosen);
                return;
            }
            chosen.or(unnamed);
            for (int i = first; i <= last; i++) {
                chosen.or(matches[i]);
            }
        }
    }
}
