package org.shardingjdbc.rule.internal.value;

import static org.shardingjdbc.rule.internal.value.UnknownValue.UNKNOWN;

import java.sql.Types;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.MomentZones;

/**
 * Times as their columns store them. A java.util.Date or java.sql.Timestamp is date and time in the JVM's zone, as
 * drivers send it, unless the column says by its {@link MomentZones} that they do not; one with a Calendar is date and
 * time in the Calendar's zone. A time with an offset says nothing about a column without one, since the session's zone
 * is the data source's affair.
 */
final class TimeValues {
    /** From here on some databases store the next day where others store this one. */
    private static final LocalTime ROUNDED_TO_NEXT_DAY = LocalTime.of(23, 59, 59, 500_000_000);

    /** Some days after year 1 began, in whichever zone and calendar. */
    private static final long SURELY_OURS =
            Instant.parse("0001-01-05T00:00:00Z").toEpochMilli();

    private static final int NANO_DIGITS = 9;
    private static final int TIMESTAMP_SIZE_WITHOUT_FRACTION = 20;
    private static final int TIME_SIZE_WITHOUT_FRACTION = 9;

    private TimeValues() {}

    /** Whether a column stores times that may be rounded. */
    static boolean isTime(@Nullable ColumnSchema column) {
        return column != null
                && (column.jdbcType() == Types.DATE
                        || column.jdbcType() == Types.TIMESTAMP
                        || column.jdbcType() == Types.TIMESTAMP_WITH_TIMEZONE
                        || column.jdbcType() == Types.TIME);
    }

    static Object date(Object value, ColumnSchema column, Loss loss) {
        LocalDateTime time = sent(value, column.moments());
        if (time == null) {
            return UNKNOWN;
        }
        LocalTime ofDay = time.toLocalTime();
        boolean down = ofDay.equals(LocalTime.MIDNIGHT)
                || loss == Loss.DOWN
                || loss == Loss.STORED && ofDay.isBefore(ROUNDED_TO_NEXT_DAY);
        if (!down && loss != Loss.UP) {
            return UNKNOWN;
        }
        return down ? time.toLocalDate() : time.toLocalDate().plusDays(1);
    }

    static Object time(Object value, ColumnSchema column, Loss loss) {
        LocalTime time;
        if (value instanceof LocalTime local) {
            time = local;
        } else if (value instanceof java.sql.Time sql && isSentInJvmsZone(column.moments())) {
            // what java.sql.Time holds below a second is sent by some drivers and not by others
            time = sql.getTime() % 1000 == 0 ? sql.toLocalTime() : null;
        } else {
            time = value instanceof String text ? parsedTime(text) : null;
        }
        if (time == null) {
            return UNKNOWN;
        }
        long step = step(digits(column, TIME_SIZE_WITHOUT_FRACTION));
        long excess = time.getNano() % step;
        if (excess == 0) {
            return time;
        }
        if (loss != Loss.DOWN && loss != Loss.UP) {
            return UNKNOWN;
        }
        LocalTime down = time.minusNanos(excess);
        LocalTime up = down.plusNanos(step);
        // past the last moment of a day some data sources store 24:00
        return loss == Loss.DOWN ? down : up.isBefore(down) ? UNKNOWN : up;
    }

    static Object timestamp(Object value, ColumnSchema column, Loss loss) {
        LocalDateTime time = value instanceof CalendarTimestamp given
                ? given.time().toLocalDateTime()
                : sent(value, column.moments());
        return time == null ? UNKNOWN : rounded(time, column, loss);
    }

    static Object instant(Object value, ColumnSchema column, Loss loss) {
        MomentZones zones = column.moments();
        OffsetDateTime time = zones == null || !isSentAsLocal(value) ? offset(value) : throughLocal(value, zones);
        if (time == null) {
            return UNKNOWN;
        }
        Object rounded = rounded(time.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime(), column, loss);
        return rounded instanceof LocalDateTime utc ? utc.atOffset(ZoneOffset.UTC) : UNKNOWN;
    }

    /** Without a column. */
    static Object byItself(Object value) {
        if (value instanceof LocalDate || value instanceof LocalTime || value instanceof LocalDateTime) {
            return value;
        }
        if (value instanceof java.sql.Date date) {
            return isBeforeChrist(date) ? UNKNOWN : date.toLocalDate();
        }
        if (value instanceof java.sql.Time time) {
            return time.toLocalTime();
        }
        if (value instanceof java.sql.Timestamp timestamp && isBeforeChrist(timestamp)) {
            return UNKNOWN;
        }
        LocalDateTime local = local(value);
        if (local != null) {
            return local;
        }
        OffsetDateTime offset = offset(value);
        return offset == null ? UNKNOWN : offset.withOffsetSameInstant(ZoneOffset.UTC);
    }

    private static Object rounded(LocalDateTime time, ColumnSchema column, Loss loss) {
        long step = step(digits(column, TIMESTAMP_SIZE_WITHOUT_FRACTION));
        long excess = time.getNano() % step;
        if (excess == 0) {
            return time;
        }
        if (loss != Loss.DOWN && loss != Loss.UP) {
            return UNKNOWN;
        }
        LocalDateTime down = time.minusNanos(excess);
        return loss == Loss.DOWN ? down : down.plusNanos(step);
    }

    /** Digits of a second that the column keeps; some drivers tell them by the size only. */
    private static int digits(ColumnSchema column, int sizeWithoutFraction) {
        int digits = column.scale() > 0 ? column.scale() : column.size() - sizeWithoutFraction;
        return Math.max(0, Math.min(NANO_DIGITS, digits));
    }

    private static long step(int digits) {
        long step = 1;
        for (int i = digits; i < NANO_DIGITS; i++) {
            step *= 10;
        }
        return step;
    }

    private static boolean isSentInJvmsZone(@Nullable MomentZones zones) {
        return zones == null || ZoneId.systemDefault().equals(zones.local());
    }

    /** Whether it is a moment by its class, which drivers may send as date and time. */
    private static boolean isSentAsLocal(Object value) {
        return value instanceof java.util.Date || value instanceof Calendar || value instanceof CalendarTimestamp;
    }

    /**
     * A value as date and time, as it is sent, or null.
     *
     * @param zones null for the JVM's
     */
    private static @Nullable LocalDateTime sent(Object value, @Nullable MomentZones zones) {
        if (zones == null || !(value instanceof java.util.Date date) || value instanceof java.sql.Time) {
            return local(value);
        }
        if (value instanceof java.sql.Date) {
            return zones.datesOfJvm() ? local(value) : null;
        }
        return zones.local() == null ? null : LocalDateTime.ofInstant(date.toInstant(), zones.local());
    }

    /** A moment that is sent as date and time and made a moment again; null where that is not certain. */
    private static @Nullable OffsetDateTime throughLocal(Object value, MomentZones zones) {
        LocalDateTime time;
        if (value instanceof CalendarTimestamp given) {
            time = given.time().toLocalDateTime();
        } else {
            time = value instanceof java.sql.Date || value instanceof Calendar ? null : sent(value, zones);
        }
        if (time == null || zones.zoned() == null) {
            return null;
        }
        // in the hour that a clock is set back over, date and time are two moments
        List<ZoneOffset> offsets = zones.zoned().getRules().getValidOffsets(time);
        return offsets.size() == 1 ? time.atOffset(offsets.get(0)) : null;
    }

    /** A value without zone as date and time, or null. */
    private static @Nullable LocalDateTime local(Object value) {
        if (value instanceof LocalDateTime time) {
            return time;
        }
        if (value instanceof LocalDate date) {
            return date.atStartOfDay();
        }
        if (value instanceof java.sql.Timestamp timestamp) {
            return isBeforeChrist(timestamp) ? null : timestamp.toLocalDateTime();
        }
        if (value instanceof java.sql.Date date) {
            return isBeforeChrist(date) ? null : date.toLocalDate().atStartOfDay();
        }
        if (value instanceof java.util.Date date && !(value instanceof java.sql.Time)) {
            return LocalDateTime.ofInstant(date.toInstant(), ZoneId.systemDefault());
        }
        if (value instanceof Long || value instanceof Integer) {
            return ofDigits(value.toString());
        }
        return value instanceof String text ? parsed(text) : null;
    }

    /** Whether the classes of java.sql, which tell the year alone, would make it one of ours. */
    private static boolean isBeforeChrist(java.util.Date date) {
        if (date.getTime() >= SURELY_OURS) {
            return false;
        }
        Calendar calendar = new GregorianCalendar();
        calendar.setTime(date);
        return calendar.get(Calendar.ERA) == GregorianCalendar.BC;
    }

    /** A value that says a moment, or null. */
    private static @Nullable OffsetDateTime offset(Object value) {
        if (value instanceof OffsetDateTime time) {
            return time;
        }
        if (value instanceof CalendarTimestamp given) {
            return given.time();
        }
        if (value instanceof ZonedDateTime time) {
            return time.toOffsetDateTime();
        }
        if (value instanceof Instant instant) {
            return instant.atOffset(ZoneOffset.UTC);
        }
        if (value instanceof java.sql.Timestamp timestamp) {
            return timestamp.toInstant().atOffset(ZoneOffset.UTC);
        }
        if (value instanceof Calendar calendar) {
            return calendar.toInstant().atOffset(ZoneOffset.UTC);
        }
        if (value instanceof java.util.Date date
                && !(value instanceof java.sql.Date)
                && !(value instanceof java.sql.Time)) {
            return date.toInstant().atOffset(ZoneOffset.UTC);
        }
        return value instanceof String text ? parsedOffset(text) : null;
    }

    /** {@code yyyy-MM-dd}, with a time behind a blank or a T; months, days, hours and so on may have one digit. */
    private static @Nullable LocalDateTime parsed(String text) {
        try {
            if (text.indexOf('-') < 0) {
                return ofDigits(text);
            }
            String withT = withT(text);
            return withT.indexOf('T') < 0
                    ? LocalDate.parse(withT, TimeForms.DAY).atStartOfDay()
                    : LocalDateTime.parse(withT, TimeForms.DAY_AND_TIME);
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** {@code yyyyMMdd} or {@code yyyyMMddHHmmss}, the numbers that MySQL and MariaDB read as times; else null. */
    private static @Nullable LocalDateTime ofDigits(String text) {
        try {
            return switch (text.length()) {
                case 8 -> LocalDate.parse(text, TimeForms.DAY_DIGITS).atStartOfDay();
                case 14 -> LocalDateTime.parse(text, TimeForms.SECOND_DIGITS);
                default -> null;
            };
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable LocalTime parsedTime(String text) {
        try {
            return LocalTime.parse(text, TimeForms.TIME);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static @Nullable OffsetDateTime parsedOffset(String text) {
        try {
            String offset = text.endsWith("+00") ? text + ":00" : text;
            return OffsetDateTime.parse(withT(offset), DateTimeFormatter.ISO_OFFSET_DATE_TIME.withLocale(Locale.ROOT));
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static String withT(String text) {
        int blank = text.indexOf(' ');
        return blank < 8 || blank > 10 ? text : text.substring(0, blank) + 'T' + text.substring(blank + 1);
    }
}
