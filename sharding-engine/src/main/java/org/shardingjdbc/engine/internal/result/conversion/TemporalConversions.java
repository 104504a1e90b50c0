package org.shardingjdbc.engine.internal.result.conversion;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.value.HeldValue;

/**
 * Converts dates and times that we hold. A value without a zone is brought into the calendar's zone, or the JVM's when
 * there is no calendar; a value with a zone keeps its instant.
 */
public final class TemporalConversions {
    private static final LocalDate EPOCH = LocalDate.of(1970, 1, 1);

    private TemporalConversions() {}

    public static Date toSqlDate(Object value, int column, @Nullable Calendar calendar) throws SQLException {
        if (calendar == null && object(value) instanceof Date date) {
            return date;
        }
        LocalDate date = local(value, column, calendar, "Date").toLocalDate();
        return calendar == null
                ? Date.valueOf(date)
                : new Date(date.atStartOfDay(zone(calendar)).toInstant().toEpochMilli());
    }

    public static Time toSqlTime(Object value, int column, @Nullable Calendar calendar) throws SQLException {
        if (calendar == null && object(value) instanceof Time time) {
            return time;
        }
        LocalDateTime local = local(value, column, calendar, "Time");
        Instant instant =
                EPOCH.atTime(local.toLocalTime()).atZone(zone(calendar)).toInstant();
        return new Time(instant.toEpochMilli());
    }

    public static Timestamp toSqlTimestamp(Object value, int column, @Nullable Calendar calendar) throws SQLException {
        Object exact = exact(value);
        if (calendar == null && object(value) instanceof Timestamp timestamp) {
            return timestamp;
        }
        Instant instant = instantOf(exact);
        if (instant != null) {
            return Timestamp.from(instant);
        }
        LocalDateTime local = local(value, column, calendar, "Timestamp");
        return calendar == null
                ? Timestamp.valueOf(local)
                : Timestamp.from(local.atZone(zone(calendar)).toInstant());
    }

    /**
     * The value as an object of a java.time or java.sql class; null when the class is none of these.
     *
     * @throws SQLException when the value is no date or time
     */
    public static @Nullable Object toClass(Object value, int column, Class<?> type) throws SQLException {
        if (type == LocalDateTime.class) {
            return local(value, column, null, "LocalDateTime");
        }
        if (type == LocalDate.class) {
            return local(value, column, null, "LocalDate").toLocalDate();
        }
        if (type == LocalTime.class) {
            return local(value, column, null, "LocalTime").toLocalTime();
        }
        if (type == OffsetTime.class) {
            return zoned(value, column, "OffsetTime").toOffsetDateTime().toOffsetTime();
        }
        if (type == OffsetDateTime.class) {
            return zoned(value, column, "OffsetDateTime").toOffsetDateTime();
        }
        if (type == ZonedDateTime.class) {
            return zoned(value, column, "ZonedDateTime");
        }
        if (type == Instant.class) {
            return zoned(value, column, "Instant").toInstant();
        }
        return toSqlClass(value, column, type);
    }

    private static @Nullable Object toSqlClass(Object value, int column, Class<?> type) throws SQLException {
        if (type == Timestamp.class || type == java.util.Date.class) {
            return toSqlTimestamp(value, column, null);
        }
        if (type == Date.class) {
            return toSqlDate(value, column, null);
        }
        if (type == Time.class) {
            return toSqlTime(value, column, null);
        }
        if (type == Calendar.class) {
            Calendar calendar = Calendar.getInstance();
            calendar.setTime(toSqlTimestamp(value, column, null));
            return calendar;
        }
        return null;
    }

    /** java.time values as SQL writes them, all else as it writes itself. */
    public static String toText(Object value) {
        if (value instanceof LocalDateTime timestamp) {
            return Timestamp.valueOf(timestamp).toString();
        }
        if (value instanceof OffsetDateTime || value instanceof ZonedDateTime) {
            return value.toString().replace('T', ' ');
        }
        return value.toString();
    }

    /** The value on the clock of the calendar's zone. */
    private static LocalDateTime local(Object value, int column, @Nullable Calendar calendar, String target)
            throws SQLException {
        Object exact = exact(value);
        if (exact instanceof LocalDateTime timestamp) {
            return timestamp;
        }
        if (exact instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        if (exact instanceof LocalTime time) {
            return EPOCH.atTime(time);
        }
        if (exact instanceof OffsetTime time) {
            return EPOCH.atTime(time).atZoneSameInstant(zone(calendar)).toLocalDateTime();
        }
        if (exact instanceof Duration duration) {
            return EPOCH.atStartOfDay().plus(duration);
        }
        if (exact instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime();
        }
        if (exact instanceof Date date) {
            return date.toLocalDate().atStartOfDay();
        }
        if (exact instanceof Time time) {
            return EPOCH.atTime(time.toLocalTime());
        }
        Instant instant = instantOf(exact);
        if (instant != null) {
            return LocalDateTime.ofInstant(instant, zone(calendar));
        }
        return parse(exact, column, target);
    }

    private static LocalDateTime parse(Object exact, int column, String target) throws SQLException {
        if (!(exact instanceof String written)) {
            throw Conversions.notConvertible(exact, column, target, null);
        }
        String text = written.trim();
        try {
            if (text.indexOf(':') < 0) {
                return LocalDate.parse(text).atStartOfDay();
            }
            return text.indexOf('-') < 0
                    ? EPOCH.atTime(LocalTime.parse(text))
                    : LocalDateTime.parse(text.replace(' ', 'T'));
        } catch (DateTimeException e) {
            throw Conversions.notConvertible(exact, column, target, e);
        }
    }

    private static ZonedDateTime zoned(Object value, int column, String target) throws SQLException {
        Object exact = exact(value);
        if (exact instanceof OffsetDateTime timestamp) {
            return timestamp.toZonedDateTime();
        }
        if (exact instanceof OffsetTime time) {
            return EPOCH.atTime(time).toZonedDateTime();
        }
        Instant instant = instantOf(exact);
        if (instant != null) {
            return instant.atZone(ZoneId.systemDefault());
        }
        return local(exact, column, null, target).atZone(ZoneId.systemDefault());
    }

    /** The instant of a value that has one by itself; else null. */
    private static @Nullable Instant instantOf(Object exact) {
        if (exact instanceof Instant instant) {
            return instant;
        }
        if (exact instanceof OffsetDateTime timestamp) {
            return timestamp.toInstant();
        }
        return exact instanceof ZonedDateTime timestamp ? timestamp.toInstant() : null;
    }

    private static ZoneId zone(@Nullable Calendar calendar) {
        return calendar == null
                ? ZoneId.systemDefault()
                : calendar.getTimeZone().toZoneId();
    }

    private static Object exact(Object value) {
        return Conversions.exact(value);
    }

    private static Object object(Object value) {
        return value instanceof HeldValue held ? held.object() : value;
    }
}
