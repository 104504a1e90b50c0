package org.shardingjdbc.shardingsphere;

import com.google.common.collect.Range;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/**
 * Hands canonical values over as the class that an algorithm declares. A value that would lose something is refused:
 * never a value that the statement did not mean. Immutable.
 */
final class ValueConversion {
    private static final Map<Class<?>, Function<Comparable<?>, Comparable<?>>> CONVERSIONS = Map.ofEntries(
            Map.entry(Byte.class, value -> decimal(value).byteValueExact()),
            Map.entry(Short.class, value -> decimal(value).shortValueExact()),
            Map.entry(Integer.class, value -> decimal(value).intValueExact()),
            Map.entry(Long.class, value -> decimal(value).longValueExact()),
            Map.entry(BigInteger.class, value -> decimal(value).toBigIntegerExact()),
            Map.entry(BigDecimal.class, ValueConversion::decimal),
            Map.entry(Double.class, ValueConversion::floating),
            Map.entry(String.class, ValueConversion::text),
            Map.entry(Timestamp.class, ValueConversion::timestamp),
            Map.entry(java.util.Date.class, ValueConversion::date),
            Map.entry(Date.class, value -> Date.valueOf(day(value))),
            Map.entry(Time.class, ValueConversion::time),
            Map.entry(LocalDateTime.class, ValueConversion::dateTime),
            Map.entry(LocalDate.class, ValueConversion::day),
            Map.entry(Instant.class, value -> offset(value).toInstant()),
            Map.entry(OffsetDateTime.class, ValueConversion::offset),
            Map.entry(ZonedDateTime.class, value -> offset(value).toZonedDateTime()));

    private static final DateTimeFormatter JDBC_TIME = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .toFormatter(Locale.ROOT);

    private final String algorithm;
    private final Class<?> declared;
    private final @Nullable Function<Comparable<?>, Comparable<?>> conversion;

    /**
     * @param algorithm its class, for errors
     * @param declared what it takes; with Comparable, and with what none of the conversions makes, values stay as they
     *     are
     */
    ValueConversion(String algorithm, Class<?> declared) {
        this.algorithm = algorithm;
        this.declared = declared;
        this.conversion = CONVERSIONS.get(declared);
    }

    /** The class of a full name, or of a simple one such as Long; null when there is no conversion to it. */
    static @Nullable Class<?> byName(String name) {
        for (Class<?> each : CONVERSIONS.keySet()) {
            if (each.getName().equals(name)) {
                return each;
            }
        }
        return null;
    }

    /** The classes that there are conversions to. */
    static Collection<String> names() {
        Collection<String> names = new TreeSet<>();
        CONVERSIONS.keySet().forEach(each -> names.add(each.getName()));
        return names;
    }

    /** @throws ShardingException when the value has no equal of the declared class */
    Comparable<?> of(Comparable<?> value, String logicTable) {
        if (value.getClass() == declared || (conversion == null && declared.isInstance(value))) {
            return value;
        }
        String why = "its class takes " + declared.getName() + ", and the value has no equal of that class";
        if (conversion == null) {
            throw refused(value, logicTable, why);
        }
        try {
            return conversion.apply(value);
        } catch (ArithmeticException | IllegalArgumentException | ClassCastException e) {
            throw refused(value, logicTable, why);
        }
    }

    /** Whether values are in the same order after they have been handed over. */
    private boolean ordered(Comparable<?> value) {
        if (conversion == null || declared == value.getClass()) {
            return true;
        }
        boolean text = value instanceof String;
        if (declared == String.class) {
            return !(value instanceof Number || value instanceof java.util.UUID);
        }
        return !text;
    }

    /** The same interval, or null when the handed over values are not in the order of the column's. */
    @Nullable
    Range<Comparable<?>> range(RangeShardingValue<Comparable<?>> range) {
        Comparable<?> lower = range.lower();
        Comparable<?> upper = range.upper();
        if ((lower != null && !ordered(lower)) || (upper != null && !ordered(upper))) {
            return null;
        }
        Range<Comparable<?>> above = Range.all();
        if (lower != null) {
            Comparable<?> bound = of(lower, range.logicTable());
            above = range.lowerClosed() ? Range.atLeast(bound) : Range.greaterThan(bound);
        }
        if (upper == null) {
            return above;
        }
        Comparable<?> bound = of(upper, range.logicTable());
        Range<Comparable<?>> below = range.upperClosed() ? Range.atMost(bound) : Range.lessThan(bound);
        return above.intersection(below);
    }

    /** The error for a value that cannot be handed over. */
    private ShardingException refused(Object value, String logicTable, String why) {
        return new ShardingException(
                ErrorCode.SHARDING_VALUE_REFUSED,
                algorithm,
                logicTable,
                value == null ? "null" : value.getClass().getSimpleName(),
                why);
    }

    private static BigDecimal decimal(Comparable<?> value) {
        if (value instanceof Double || value instanceof Float) {
            return new BigDecimal(value.toString());
        }
        BigDecimal number = new BigDecimal(value instanceof Boolean ? "" : value.toString());
        if (value instanceof String && !number.toPlainString().equals(value)) {
            throw new ArithmeticException();
        }
        return number;
    }

    private static Double floating(Comparable<?> value) {
        BigDecimal number = decimal(value);
        double nearest = number.doubleValue();
        if (new BigDecimal(nearest).compareTo(number) != 0
                && new BigDecimal(Double.toString(nearest)).compareTo(number) != 0) {
            throw new ArithmeticException();
        }
        return nearest;
    }

    /** Times as JDBC writes them, with a blank; everything else as Java does. */
    private static String text(Comparable<?> value) {
        if (value instanceof LocalDateTime time) {
            return time.format(JDBC_TIME);
        }
        if (value instanceof OffsetDateTime) {
            throw new IllegalArgumentException();
        }
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    private static Timestamp timestamp(Comparable<?> value) {
        if (value instanceof OffsetDateTime time) {
            return Timestamp.from(time.toInstant());
        }
        LocalDateTime time = dateTime(value);
        Timestamp handed = Timestamp.valueOf(time);
        // a time that the JVM's zone leaves out has none
        if (!handed.toLocalDateTime().equals(time)) {
            throw new IllegalArgumentException();
        }
        return handed;
    }

    private static java.util.Date date(Comparable<?> value) {
        return value instanceof LocalDate day ? Date.valueOf(day) : timestamp(value);
    }

    private static Time time(Comparable<?> value) {
        LocalTime time = (LocalTime) value;
        if (time.getNano() != 0) {
            throw new IllegalArgumentException();
        }
        return Time.valueOf(time);
    }

    private static LocalDateTime dateTime(Comparable<?> value) {
        return value instanceof LocalDate day ? day.atStartOfDay() : (LocalDateTime) value;
    }

    private static LocalDate day(Comparable<?> value) {
        if (value instanceof LocalDateTime time) {
            if (!time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
                throw new IllegalArgumentException();
            }
            return time.toLocalDate();
        }
        return (LocalDate) value;
    }

    private static OffsetDateTime offset(Comparable<?> value) {
        return (OffsetDateTime) value;
    }
}
