package org.shardingjdbc.merge.internal.formula;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeParseException;
import java.util.Arrays;
import org.shardingjdbc.dialect.internal.ValueOrder;
import org.shardingjdbc.merge.internal.value.TextComparison;

/** Compares values of which one may be written in another class than the other, as far as that has one meaning. */
final class ComparableValue {
    private ComparableValue() {}

    /**
     * What the application has set, in a class that compares. A Timestamp stays: it may be meant as an instant or as a
     * local time.
     */
    static Object ofParameter(Object value) {
        if (value instanceof Timestamp) {
            return value;
        }
        if (value instanceof Date date) {
            return date.toLocalDate();
        }
        if (value instanceof Time time) {
            return time.toLocalTime();
        }
        if (value instanceof java.util.Date date) {
            return new Timestamp(date.getTime());
        }
        if (value instanceof ZonedDateTime timestamp) {
            return timestamp.toOffsetDateTime();
        }
        if (value instanceof Character || value instanceof Enum<?>) {
            return value.toString();
        }
        return value;
    }

    /**
     * As {@link java.util.Comparator}.
     *
     * @param order of texts
     * @param equalityAsked whether only 0 or not 0 matters
     * @param numbers compares those
     * @throws org.shardingjdbc.error.ShardingException when the values have no common type, or the order of texts is
     *     not known
     */
    static int compare(Object left, Object right, ValueOrder order, boolean equalityAsked, FormulaNumbers numbers) {
        if (left instanceof Number || right instanceof Number) {
            return numbers.compare(number(left, right, numbers), number(right, left, numbers));
        }
        if (left instanceof String first && right instanceof String second) {
            return texts(first, second, order, equalityAsked);
        }
        if (left instanceof Boolean first && right instanceof Boolean second) {
            return Boolean.compare(first, second);
        }
        if (left instanceof byte[] first && right instanceof byte[] second) {
            return Arrays.compareUnsigned(first, second);
        }
        if (equalityAsked
                && left.getClass() == right.getClass()
                && !left.getClass().isArray()) {
            return left instanceof OffsetDateTime ? temporal(left, right) : left.equals(right) ? 0 : 1;
        }
        return temporal(left, right);
    }

    private static Number number(Object value, Object other, FormulaNumbers numbers) {
        if (value instanceof Number number) {
            return number;
        }
        if (!numbers.takesTexts()) {
            throw FormulaValues.notComparable(value, other);
        }
        if (value instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        if (value instanceof String text) {
            return number(text, other, numbers);
        }
        throw FormulaValues.notComparable(value, other);
    }

    /** Some databases compare a text and a number as doubles, which must make no difference. */
    private static Number number(String text, Object other, FormulaNumbers numbers) {
        try {
            BigDecimal exact = new BigDecimal(text.trim());
            boolean same = !(other instanceof Number number)
                    || Integer.signum(numbers.compare(exact, number))
                            == Integer.signum(numbers.compare(exact.doubleValue(), number));
            if (same) {
                return exact;
            }
        } catch (NumberFormatException e) {
            // not comparable either
        }
        throw FormulaValues.notComparable(text, other);
    }

    private static int texts(String left, String right, ValueOrder order, boolean equalityAsked) {
        return switch (order) {
            case CODE_POINTS -> TextComparison.codePoints(left, right);
            case CODE_POINTS_PADDED -> TextComparison.paddedCodePoints(left, right);
            case CODE_POINTS_TRIMMED -> TextComparison.trimmed(left, right, true);
            case UTF16_TRIMMED -> TextComparison.trimmed(left, right, false);
            case UTF16 -> left.compareTo(right);
            case UTF16_IGNORE_CASE -> left.compareToIgnoreCase(right);
            default -> {
                if (order == ValueOrder.EQUALITY_ONLY && equalityAsked) {
                    yield left.compareTo(right);
                }
                throw FormulaValues.notComparable(left, right);
            }
        };
    }

    private static int temporal(Object left, Object right) {
        if (left instanceof Instant || left instanceof OffsetDateTime) {
            return instant(left, right).compareTo(instant(right, left));
        }
        if (right instanceof Instant || right instanceof OffsetDateTime) {
            return instant(left, right).compareTo(instant(right, left));
        }
        if (left instanceof LocalTime || right instanceof LocalTime) {
            return time(left, right).compareTo(time(right, left));
        }
        return timestamp(left, right).compareTo(timestamp(right, left));
    }

    private static Instant instant(Object value, Object other) {
        if (value instanceof Timestamp timestamp) {
            return timestamp.toInstant();
        }
        if (value instanceof Instant instant) {
            return instant;
        }
        if (value instanceof OffsetDateTime timestamp) {
            return timestamp.toInstant();
        }
        throw FormulaValues.notComparable(value, other);
    }

    private static LocalTime time(Object value, Object other) {
        if (value instanceof LocalTime time) {
            return time;
        }
        try {
            if (value instanceof String text) {
                return LocalTime.parse(text.trim());
            }
        } catch (DateTimeParseException e) {
            throw FormulaValues.notComparable(value, other);
        }
        throw FormulaValues.notComparable(value, other);
    }

    private static LocalDateTime timestamp(Object value, Object other) {
        if (value instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime();
        }
        if (value instanceof LocalDateTime timestamp) {
            return timestamp;
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        try {
            if (value instanceof String written && !(other instanceof String)) {
                String text = written.trim();
                return text.length() <= "2000-01-01".length()
                        ? LocalDate.parse(text).atStartOfDay()
                        : LocalDateTime.parse(text.replace(' ', 'T'));
            }
        } catch (DateTimeParseException e) {
            throw FormulaValues.notComparable(value, other);
        }
        throw FormulaValues.notComparable(value, other);
    }
}
