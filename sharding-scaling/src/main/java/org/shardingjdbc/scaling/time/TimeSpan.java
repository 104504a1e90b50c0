package org.shardingjdbc.scaling.time;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.Period;
import java.time.format.DateTimeParseException;
import java.time.temporal.TemporalAmount;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A length of time greater than zero: a number of hours, days, weeks or years, such as {@code 36h}, {@code 7d},
 * {@code 2w} and {@code 1y}, or a period or duration of ISO 8601, such as {@code P18M} for 18 months. Days, weeks,
 * months and years are those of the calendar. Immutable; two are equal when their texts are.
 */
@Incubating
public final class TimeSpan {
    private final String text;
    private final TemporalAmount amount;

    private TimeSpan(String text, TemporalAmount amount) {
        this.text = text;
        this.amount = amount;
    }

    /**
     * Parses a text.
     *
     * @throws IllegalArgumentException when the text has another form, or its length is not greater than zero; the
     *     message can be shown to users
     */
    public static TimeSpan of(String text) {
        String trimmed = text.trim();
        try {
            TemporalAmount amount = amount(trimmed);
            LocalDateTime epoch = LocalDateTime.of(2000, 1, 1, 0, 0);
            if (epoch.plus(amount).isAfter(epoch)) {
                return new TimeSpan(trimmed, amount);
            }
        } catch (DateTimeException | ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException(message(trimmed), e);
        }
        throw new IllegalArgumentException(message(trimmed));
    }

    private static String message(String text) {
        return "'" + text + "' is not a span of time above zero, such as 36h, 7d, 2w, 1y or P18M";
    }

    private static TemporalAmount amount(String text) {
        if (text.isEmpty()) {
            throw new DateTimeParseException("empty", text, 0);
        }
        if (text.charAt(0) == 'P' || text.charAt(0) == 'p') {
            return text.toUpperCase(Locale.ROOT).indexOf('T') < 0 ? Period.parse(text) : Duration.parse(text);
        }
        int number = Integer.parseInt(text.substring(0, text.length() - 1).trim());
        return switch (text.charAt(text.length() - 1)) {
            case 'h' -> Duration.ofHours(number);
            case 'd' -> Period.ofDays(number);
            case 'w' -> Period.ofWeeks(number);
            case 'y' -> Period.ofYears(number);
            default -> throw new DateTimeParseException("no unit", text, text.length() - 1);
        };
    }

    /** The time that is later by this length. */
    public LocalDateTime after(LocalDateTime time) {
        return time.plus(amount);
    }

    /** The time that is earlier by this length. */
    public LocalDateTime before(LocalDateTime time) {
        return time.minus(amount);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof TimeSpan span && span.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The text that it was parsed from. */
    @Override
    public String toString() {
        return text;
    }
}
