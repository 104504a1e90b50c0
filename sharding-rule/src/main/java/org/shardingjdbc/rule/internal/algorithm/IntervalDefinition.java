package org.shardingjdbc.rule.internal.algorithm;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardDefinition;

/**
 * INTERVAL: time steps from a lower to an upper time; a value lives in the target whose name ends with the formatted
 * start of its step.
 *
 * <p>Steps are counted one by one from the lower time, so that months keep the day that the step before had. A value
 * before the lower time or after the last step is refused. Without {@code datetime-upper} the steps go on for ten years
 * from when the configuration was compiled. Targets that no step names are part of every range, since nothing says what
 * they hold.
 */
final class IntervalDefinition implements StandardDefinition {
    private static final int MAX_STEPS = 200_000;
    private static final int YEARS_AHEAD = 10;

    private final Times times;
    private final LocalDateTime[] starts;
    private final LocalDateTime end;
    private final DateTimeFormatter suffix;

    IntervalDefinition(AlgorithmProperties properties) {
        try {
            times = new Times(properties.requiredText("datetime-pattern"));
        } catch (InvalidPropertyException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidPropertyException("datetime-pattern", "property 'datetime-pattern': " + e.getMessage());
        }
        suffix = formatter(properties);
        LocalDateTime lower = time(properties, "datetime-lower");
        boolean open = properties.text("datetime-upper") == null;
        LocalDateTime upper = open ? LocalDateTime.now().plusYears(YEARS_AHEAD) : time(properties, "datetime-upper");
        if (upper.isBefore(lower)) {
            throw new InvalidPropertyException(
                    "datetime-upper", "property 'datetime-upper' must not be earlier than 'datetime-lower'");
        }
        long amount = properties.wholeNumber("datetime-interval-amount", 1, 1, Integer.MAX_VALUE);
        ChronoUnit unit = unit(properties.text("datetime-interval-unit", "DAYS"));
        List<LocalDateTime> steps = new ArrayList<>();
        LocalDateTime step = lower;
        while (!step.isAfter(upper) && (steps.size() < MAX_STEPS || !open)) {
            steps.add(step);
            step = next(step, amount, unit);
            if (steps.size() > MAX_STEPS) {
                throw new InvalidPropertyException(
                        "datetime-upper",
                        "there are more than " + MAX_STEPS + " steps from 'datetime-lower' to 'datetime-upper'");
            }
        }
        starts = steps.toArray(new LocalDateTime[0]);
        end = step;
    }

    private static LocalDateTime next(LocalDateTime step, long amount, ChronoUnit unit) {
        try {
            return step.plus(amount, unit);
        } catch (DateTimeException | ArithmeticException e) {
            throw new InvalidPropertyException(
                    "datetime-interval-amount",
                    "property 'datetime-interval-amount' makes steps that leave the calendar");
        }
    }

    private static DateTimeFormatter formatter(AlgorithmProperties properties) {
        String name = "sharding-suffix-pattern";
        String pattern = properties.requiredText(name);
        try {
            return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
        } catch (IllegalArgumentException e) {
            throw new InvalidPropertyException(name, "property '" + name + "': " + e.getMessage());
        }
    }

    private LocalDateTime time(AlgorithmProperties properties, String name) {
        String text = properties.requiredText(name);
        try {
            return times.parsed(text);
        } catch (IllegalArgumentException e) {
            throw new InvalidPropertyException(
                    name,
                    "property '" + name + "' must be a time of the pattern 'datetime-pattern', not '" + text + "'");
        }
    }

    private static ChronoUnit unit(String text) {
        for (ChronoUnit unit : ChronoUnit.values()) {
            boolean fits = unit.compareTo(ChronoUnit.SECONDS) >= 0 && unit.compareTo(ChronoUnit.CENTURIES) <= 0;
            if (fits && unit.name().equalsIgnoreCase(text.trim())) {
                return unit;
            }
        }
        throw new InvalidPropertyException(
                "datetime-interval-unit",
                "property 'datetime-interval-unit' must be SECONDS, MINUTES, HOURS, DAYS, WEEKS, MONTHS or YEARS");
    }

    @Override
    public StandardChoice place(Targets targets) {
        int[] targetOf = new int[starts.length];
        BitSet[] matches = new BitSet[starts.length];
        List<String> names = new ArrayList<>(targets.names());
        BitSet unnamed = new BitSet();
        targets.addAll(unnamed);
        for (int i = 0; i < starts.length; i++) {
            matches[i] = matches(names, i);
            targetOf[i] = matches[i].nextSetBit(0);
            unnamed.andNot(matches[i]);
        }
        if (unnamed.cardinality() == targets.size()) {
            throw new IllegalArgumentException(
                    "none of the targets " + targets.listed() + " ends with a time of the pattern "
                            + "'sharding-suffix-pattern' between 'datetime-lower' and 'datetime-upper'");
        }
        return new Choice(this, targets, targetOf, matches, unnamed);
    }

    private BitSet matches(List<String> names, int step) {
        String ending;
        try {
            ending = suffix.format(starts[step]);
        } catch (DateTimeException e) {
            throw new InvalidPropertyException(
                    "sharding-suffix-pattern", "property 'sharding-suffix-pattern': " + e.getMessage());
        }
        BitSet matches = new BitSet();
        for (int i = 0; i < names.size(); i++) {
            if (names.get(i).endsWith(ending)) {
                matches.set(i);
            }
        }
        return matches;
    }

    /** The step of a time: -1 before the first, the number of steps after the last. */
    private int step(LocalDateTime time) {
        if (!time.isBefore(end)) {
            return starts.length;
        }
        int found = Arrays.binarySearch(starts, time);
        return found >= 0 ? found : -found - 2;
    }

    private record Choice(
            IntervalDefinition definition, Targets targets, int[] targetOf, BitSet[] matches, BitSet unnamed)
            implements StandardChoice {
        @Override
        public int target(Object value) {
            int step;
            try {
                step = definition.step(definition.times.of(value));
            } catch (IllegalArgumentException e) {
                throw targets.refused(value, e);
            }
            if (step < 0 || step >= targetOf.length) {
                throw targets.refused(value, "it is not between datetime-lower and datetime-upper");
            }
            if (targetOf[step] < 0) {
                throw targets.unknown(null, value);
            }
            return targetOf[step];
        }

        @Override
        public void range(RangeShardingValue<Comparable<?>> range, BitSet chosen) {
            int first;
            int last;
            try {
                LocalDateTime earliest = definition.times.earliest(range.lower(), range.upper());
                LocalDateTime latest = definition.times.latest(range.upper());
                first = earliest == null ? 0 : Math.max(0, definition.step(earliest));
                last = latest == null ? targetOf.length - 1 : Math.min(targetOf.length - 1, definition.step(latest));
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
