package org.shardingjdbc.scaling.internal.mysql;

import com.github.shyiko.mysql.binlog.event.deserialization.ColumnType;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Dates and times of the log as the server prints them, also those that no calendar has: zeros in dates, negative times
 * and those over a day. The formats are those of MySQL 5.6 and later (MySQL Internals, "Date and Time Data Type
 * Representation"): big-endian, with an offset in place of a sign, and as many bytes behind for the fraction as it has
 * digits.
 */
final class LoggedMoments {
    private static final int MICRO_BITS = 24;
    private static final int MONTHS = 13;

    private LoggedMoments() {}

    /**
     * Reads a value of such a type.
     *
     * @param digits of the fraction
     * @return null where the type is another one, and nothing was read
     */
    static @Nullable String read(ColumnType type, int digits, ByteArrayInputStream input) throws IOException {
        return switch (type) {
            case DATE -> {
                int packed = input.readInteger(3);
                yield date(packed >>> 9, packed >>> 5 & 0xF, packed & 0x1F);
            }
            case TIME_V2 -> time(signed(input, 3, digits), digits);
            case DATETIME_V2 -> dateTime(signed(input, 5, digits), digits);
            case TIMESTAMP_V2 -> timestamp(unsigned(input, 4), fraction(input, digits), digits);
            case TIME, DATETIME, TIMESTAMP ->
                throw new IOException(
                        "A " + type + " is stored in a format of before MySQL 5.6; ALTER TABLE ... FORCE");
            default -> null;
        };
    }

    private static long unsigned(ByteArrayInputStream input, int bytes) throws IOException {
        long value = 0;
        for (int i = 0; i < bytes; i++) {
            value = value << 8 | input.read();
        }
        return value;
    }

    private static int fraction(ByteArrayInputStream input, int digits) throws IOException {
        int bytes = (digits + 1) / 2;
        int micros = (int) unsigned(input, bytes);
        for (int i = bytes; i < 3; i++) {
            micros *= 100;
        }
        return micros;
    }

    /** The whole part and 24 bits of microseconds; both together have the sign. */
    private static long signed(ByteArrayInputStream input, int bytes, int digits) throws IOException {
        long whole = unsigned(input, bytes) - (1L << bytes * 8 - 1);
        int fractionBytes = (digits + 1) / 2;
        long fraction = unsigned(input, fractionBytes);
        if (whole < 0 && fraction != 0) {
            whole++;
            fraction -= 1L << fractionBytes * 8;
        }
        for (int i = fractionBytes; i < 3; i++) {
            fraction *= 100;
        }
        return whole * (1L << MICRO_BITS) + fraction;
    }

    private static String date(int year, int month, int day) {
        return String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
    }

    private static String clock(int hour, int minute, int second, int micros, int digits) {
        String text = String.format(Locale.ROOT, "%02d:%02d:%02d", hour, minute, second);
        return digits == 0
                ? text
                : text + "." + String.format(Locale.ROOT, "%06d", micros).substring(0, digits);
    }

    private static String time(long packed, int digits) {
        long absolute = Math.abs(packed);
        long whole = absolute >> MICRO_BITS;
        String text = clock(
                (int) (whole >> 12) & 0x3FF,
                (int) (whole >> 6) & 0x3F,
                (int) whole & 0x3F,
                (int) (absolute & (1 << MICRO_BITS) - 1),
                digits);
        return packed < 0 ? "-" + text : text;
    }

    private static String dateTime(long packed, int digits) {
        long whole = packed >> MICRO_BITS;
        int months = (int) (whole >> 22);
        return date(months / MONTHS, months % MONTHS, (int) (whole >> 17) & 0x1F) + " "
                + clock(
                        (int) (whole >> 12) & 0x1F,
                        (int) (whole >> 6) & 0x3F,
                        (int) whole & 0x3F,
                        (int) (packed & (1 << MICRO_BITS) - 1),
                        digits);
    }

    private static String timestamp(long seconds, int micros, int digits) {
        if (seconds == 0 && micros == 0) {
            return date(0, 0, 0) + " " + clock(0, 0, 0, 0, digits);
        }
        LocalDateTime time = LocalDateTime.ofInstant(Instant.ofEpochSecond(seconds), ZoneOffset.UTC);
        return date(time.getYear(), time.getMonthValue(), time.getDayOfMonth()) + " "
                + clock(time.getHour(), time.getMinute(), time.getSecond(), micros, digits);
    }
}
