package org.shardingjdbc.rule.internal.algorithm;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Values as times, as the algorithms on times see them: without zone. A number is the text of its digits. Times with an
 * offset are those of the system's zone, which is where ShardingSphere places a java.util.Date.
 */
final class Times {
    /** How far the wall clock may step back in a zone; intervals with an offset are widened by it. */
    private static final int CLOCK_STEP_HOURS = 3;

    /** Letters of patterns from the longest time to the shortest, and how many of them make texts sort as times do. */
    private static final String[] SORTABLE = {"yyyy", "uuuu", "MM", "dd", "HH", "mm", "ss", "SSS", "SSSSSS"};

    private final DateTimeFormatter pattern;
    private final int patternLength;
    private final boolean textsSortAsTimes;

    /**
     * @param pattern how texts write a time
     * @throws IllegalArgumentException when it is not a pattern
     */
    Times(String pattern) {
        this.pattern = DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
        this.patternLength = pattern.replace("'", "").length();
        this.textsSortAsTimes = isSortable(pattern);
    }

    /**
     * A canonical value as a time.
     *
     * @throws IllegalArgumentException when it is not one
     */
    LocalDateTime of(Object value) {
        if (value instanceof LocalDateTime time) {
            return time;
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        if (value instanceof OffsetDateTime time) {
            return local(time, 0);
        }
        if (value instanceof java.time.LocalTime time) {
            return time.atDate(LocalDate.EPOCH);
        }
        if (value instanceof String text) {
            return parsed(text);
        }
        if (value instanceof Number number) {
            return parsed(digits(number));
        }
        throw new WrongClassException("it is not a time");
    }

    /**
     * The earliest time that can belong to an interval with these bounds, or null. A number without an upper bound says
     * nothing: a longer one that begins with an earlier time is greater.
     *
     * @throws IllegalArgumentException when it is none, or a text that sorts otherwise than its time
     */
    @Nullable
    LocalDateTime earliest(@Nullable Object lower, @Nullable Object upper) {
        checkOrder(lower);
        if (lower instanceof Number && upper == null) {
            return null;
        }
        if (lower instanceof OffsetDateTime moment) {
            return local(moment, -CLOCK_STEP_HOURS);
        }
        return lower == null ? null : of(lower);
    }

    /**
     * The latest time that can belong to an interval with this upper bound, or null.
     *
     * @throws IllegalArgumentException when it is none, or a text that sorts otherwise than its time
     */
    @Nullable
    LocalDateTime latest(@Nullable Object upper) {
        checkOrder(upper);
        if (upper instanceof OffsetDateTime moment) {
            return local(moment, CLOCK_STEP_HOURS);
        }
        return upper == null ? null : of(upper);
    }

    /** What the system's clock says so many hours after a moment. */
    private static LocalDateTime local(OffsetDateTime moment, int hours) {
        try {
            return moment.atZoneSameInstant(ZoneId.systemDefault())
                    .toLocalDateTime()
                    .plusHours(hours);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException("it is a time that no calendar has in the system's zone");
        }
    }

    /**
     * The time that a text writes in the pattern; what follows is ignored.
     *
     * @throws IllegalArgumentException when it does not fit
     */
    LocalDateTime parsed(String text) {
        try {
            String front = text.length() > patternLength ? text.substring(0, patternLength) : text;
            return time(pattern.parse(front));
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException("it is not a time of the configured pattern");
        }
    }

    private void checkOrder(@Nullable Object bound) {
        if ((bound instanceof String || bound instanceof Number) && !textsSortAsTimes) {
            throw new IllegalArgumentException("texts of the configured pattern do not sort as times");
        }
        if (bound instanceof Number number && digits(number).length() != patternLength) {
            throw new IllegalArgumentException("a number has other digits than the configured pattern");
        }
    }

    private static String digits(Number number) {
        return number instanceof BigDecimal decimal ? decimal.toPlainString() : number.toString();
    }

    /** Whether the pattern's fields have fixed lengths and go from the year down. */
    private static boolean isSortable(String pattern) {
        int rank = -1;
        int position = 0;
        while (position < pattern.length()) {
            char letter = pattern.charAt(position);
            int end = position;
            while (end < pattern.length() && pattern.charAt(end) == letter) {
                end++;
            }
            if (Character.isLetter(letter)) {
                int at = Arrays.asList(SORTABLE).indexOf(pattern.substring(position, end));
                if (at <= rank) {
                    return false;
                }
                rank = at;
            } else if (letter == '\'' || letter == '[') {
                return false;
            }
            position = end;
        }
        return rank >= 0 && (pattern.startsWith("yyyy") || pattern.startsWith("uuuu"));
    }

    private static LocalDateTime time(TemporalAccessor parsed) {
        LocalDate date = LocalDate.EPOCH;
        if (parsed.isSupported(ChronoField.EPOCH_DAY)) {
            date = LocalDate.ofEpochDay(parsed.getLong(ChronoField.EPOCH_DAY));
        } else if (parsed.isSupported(ChronoField.YEAR)) {
            date = LocalDate.of(parsed.get(ChronoField.YEAR), field(parsed, ChronoField.MONTH_OF_YEAR, 1), 1);
        } else if (parsed.isSupported(ChronoField.YEAR_OF_ERA)) {
            date = LocalDate.of(parsed.get(ChronoField.YEAR_OF_ERA), field(parsed, ChronoField.MONTH_OF_YEAR, 1), 1);
        }
        return date.atTime(
                field(parsed, ChronoField.HOUR_OF_DAY, 0),
                field(parsed, ChronoField.MINUTE_OF_HOUR, 0),
                field(parsed, ChronoField.SECOND_OF_MINUTE, 0),
                field(parsed, ChronoField.NANO_OF_SECOND, 0));
    }

    private static int field(TemporalAccessor parsed, ChronoField field, int absent) {
        return parsed.isSupported(field) ? parsed.get(field) : absent;
    }
}
