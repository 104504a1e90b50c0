package org.shardingjdbc.rule.internal.algorithm;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;

/**
 * The periods of an AUTO_INTERVAL algorithm, numbered from 0: the first one for all times up to the lower one, the last
 * one for all times behind the upper one. Immutable, safe for all threads.
 *
 * <p>Period = seconds since the lower time, divided by the seconds of a period, rounded to two decimals, rounded up.
 * That is where ShardingSphere has put the rows: up to half a hundredth of a period at its start still belongs to the
 * period before.
 */
public final class NumberedPeriods {
    static final Times TIMES = new Times("yyyy-MM-dd HH:mm:ss");
    private static final String MAY_LACK = "allow-missing-targets";
    private static final int MAX_PARTITIONS = 1 << 20;
    private static final long HUNDRED = 100;

    private final LocalDateTime lower;
    private final long seconds;
    private final int count;
    private final boolean mayLack;

    /** @throws InvalidPropertyException where a property has a mistake */
    public NumberedPeriods(AlgorithmProperties properties) {
        lower = time(properties, "datetime-lower");
        LocalDateTime upper = time(properties, "datetime-upper");
        seconds = properties.requiredWholeNumber("sharding-seconds", 1, Long.MAX_VALUE);
        if (!upper.isAfter(lower)) {
            throw new InvalidPropertyException(
                    "datetime-upper", "property 'datetime-upper' must be later than 'datetime-lower'");
        }
        long periods = Duration.between(lower, upper).toSeconds() / seconds;
        if (periods >= MAX_PARTITIONS) {
            throw new InvalidPropertyException(
                    "sharding-seconds", "property 'sharding-seconds' makes too many partitions");
        }
        count = (int) periods + 2;
        mayLack = properties.flag(MAY_LACK, false);
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

    /** How many there are, from 2 on. */
    public int count() {
        return count;
    }

    /** Whether some of them may have no target, so that their rows are refused. */
    public boolean mayLackTargets() {
        return mayLack;
    }

    /** The period of a time. */
    int of(LocalDateTime time) {
        // by seconds alone: in milliseconds, the last times that there are do not fit into a long
        double position = (double) ChronoUnit.SECONDS.between(lower, time) / seconds;
        double rounded =
                new BigDecimal(position).setScale(2, RoundingMode.HALF_EVEN).doubleValue();
        return Math.min(Math.max(0, (int) Math.ceil(rounded)), count - 1);
    }

    /** Before this a period has no row. */
    public LocalDateTime start(int period) {
        return period == 0 ? LocalDateTime.MIN : lower.plusSeconds((period - 1) * seconds);
    }

    /** From this on a period has no row: a little behind the next one's start, as that is rounded. */
    public LocalDateTime end(int period) {
        return period == count - 1 ? LocalDateTime.MAX : lower.plusSeconds(period * seconds + seconds / HUNDRED + 1);
    }

    /** The last period that has begun at a time. */
    public int begun(LocalDateTime time) {
        long past = Math.floorDiv(ChronoUnit.SECONDS.between(lower, time), seconds);
        return (int) Math.min(Math.max(0, past + 1), count - 1);
    }
}
