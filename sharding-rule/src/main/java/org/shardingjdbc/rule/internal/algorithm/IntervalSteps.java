package org.shardingjdbc.rule.internal.algorithm;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * The steps of an INTERVAL algorithm and what the names of their targets end with. Steps are counted one by one from
 * the lower time, so that months keep the day that the step before had. Without {@code datetime-upper} they go on for
 * ten years from when they were made. Immutable, safe for all threads.
 */
public final class IntervalSteps {
    private static final int MAX_STEPS = 200_000;
    private static final int YEARS_AHEAD = 10;

    private final Times times;
    private final LocalDateTime[] starts;
    private final LocalDateTime end;
    private final DateTimeFormatter suffix;
    private final boolean open;

    /** @throws InvalidPropertyException where a property has a mistake */
    public IntervalSteps(AlgorithmProperties properties) {
        try {
            times = new Times(properties.requiredText("datetime-pattern"));
        } catch (InvalidPropertyException e) {
            throw e;
        } catch (IllegalArgumentException e) {
            throw new InvalidPropertyException("datetime-pattern", "property 'datetime-pattern': " + e.getMessage());
        }
        suffix = formatter(properties);
        LocalDateTime lower = time(properties, "datetime-lower");
        open = properties.text("datetime-upper") == null;
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

    Times times() {
        return times;
    }

    /** How many there are, from 1 on. */
    public int count() {
        return starts.length;
    }

    /** Whether no {@code datetime-upper} ends them. */
    public boolean areOpen() {
        return open;
    }

    /** When a step begins, from 0 on; of their number, when the last one ends. */
    public LocalDateTime start(int step) {
        return step == starts.length ? end : starts[step];
    }

    /**
     * What the name of the target of a step ends with.
     *
     * @throws InvalidPropertyException where its pattern cannot write such a time
     */
    public String ending(int step) {
        try {
            return suffix.format(starts[step]);
        } catch (DateTimeException e) {
            throw new InvalidPropertyException(
                    "sharding-suffix-pattern", "property 'sharding-suffix-pattern': " + e.getMessage());
        }
    }

    /** The step of a time: -1 before the first, the number of steps after the last. */
    public int step(LocalDateTime time) {
        if (!time.isBefore(end)) {
            return starts.length;
        }
        int found = Arrays.binarySearch(starts, time);
        return found >= 0 ? found : -found - 2;
    }
}
