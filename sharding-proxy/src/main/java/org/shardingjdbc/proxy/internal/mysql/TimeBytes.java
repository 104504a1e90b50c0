package org.shardingjdbc.proxy.internal.mysql;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Locale;
import org.shardingjdbc.proxy.internal.server.ProtocolViolation;

/**
 * Dates and times in the binary form, which leaves out what is zero at their end, from and to the text that the
 * database has for them. Stateless.
 */
final class TimeBytes {
    private static final int MICROS_DIGITS = 6;
    private static final int HOURS_OF_DAY = 24;

    private TimeBytes() {}

    /** @param text {@code 2024-02-29}, with or without a time of the day; may be zero in parts */
    static void writeDate(PacketWriter out, String text) {
        int year = number(text, 0, 4);
        int month = number(text, 5, 7);
        int day = number(text, 8, 10);
        boolean timed = text.length() > 10;
        int hour = timed ? number(text, 11, 13) : 0;
        int minute = timed ? number(text, 14, 16) : 0;
        int second = timed ? number(text, 17, 19) : 0;
        int micros = micros(text);
        int length = micros != 0 ? 11 : (hour | minute | second) != 0 ? 7 : (year | month | day) != 0 ? 4 : 0;
        out.int1(length);
        if (length >= 4) {
            out.int2(year).int1(month).int1(day);
        }
        if (length >= 7) {
            out.int1(hour).int1(minute).int1(second);
        }
        if (length == 11) {
            out.int4(micros);
        }
    }

    /** @param text {@code -838:59:59.000001}; hours have two digits or three */
    static void writeTime(PacketWriter out, String text) {
        boolean negative = text.charAt(0) == '-';
        int start = negative ? 1 : 0;
        int colon = text.indexOf(':');
        int hours = number(text, start, colon);
        int minute = number(text, colon + 1, colon + 3);
        int second = number(text, colon + 4, colon + 6);
        int micros = micros(text);
        int length = micros != 0 ? 12 : (hours | minute | second) != 0 ? 8 : 0;
        out.int1(length);
        if (length >= 8) {
            out.int1(negative ? 1 : 0).int4(hours / HOURS_OF_DAY);
            out.int1(hours % HOURS_OF_DAY).int1(minute).int1(second);
        }
        if (length == 12) {
            out.int4(micros);
        }
    }

    private static int number(String text, int start, int stop) {
        return Integer.parseInt(text, start, stop, 10);
    }

    private static int micros(String text) {
        int point = text.indexOf('.');
        if (point < 0) {
            return 0;
        }
        int micros = 0;
        for (int i = 0; i < MICROS_DIGITS; i++) {
            int at = point + 1 + i;
            micros = micros * 10 + (at < text.length() ? text.charAt(at) - '0' : 0);
        }
        return micros;
    }

    /**
     * A parameter.
     *
     * @return a {@link LocalDate} or {@link LocalDateTime}; the text of one that the calendar does not have, such as
     *     zero
     */
    static Object readDate(PacketReader in, boolean timed) throws ProtocolViolation {
        int length = in.int1();
        if (length != 0 && length != 4 && length != 7 && length != 11) {
            throw new ProtocolViolation("A date has " + length + " bytes");
        }
        int year = length > 0 ? in.int2() : 0;
        int month = length > 0 ? in.int1() : 0;
        int day = length > 0 ? in.int1() : 0;
        int hour = length >= 7 ? in.int1() : 0;
        int minute = length >= 7 ? in.int1() : 0;
        int second = length >= 7 ? in.int1() : 0;
        int micros = length == 11 ? in.int4() : 0;
        try {
            LocalDate date = LocalDate.of(year, month, day);
            return timed || length > 4 ? date.atTime(hour, minute, second, micros * 1000) : date;
        } catch (DateTimeException e) {
            String date = String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
            return timed || length > 4 ? date + timeOfDay(hour, minute, second, micros) : date;
        }
    }

    private static String timeOfDay(int hour, int minute, int second, int micros) {
        String time = String.format(Locale.ROOT, " %02d:%02d:%02d", hour, minute, second);
        return micros == 0 ? time : time + String.format(Locale.ROOT, ".%06d", micros);
    }

    /** A parameter, as the text that the database reads: it may be negative, and longer than a day. */
    static String readTime(PacketReader in) throws ProtocolViolation {
        int length = in.int1();
        if (length != 0 && length != 8 && length != 12) {
            throw new ProtocolViolation("A time has " + length + " bytes");
        }
        if (length == 0) {
            return "00:00:00";
        }
        boolean negative = in.int1() != 0;
        long hours = (in.int4() & 0xffffffffL) * HOURS_OF_DAY + in.int1();
        String time = String.format(Locale.ROOT, "%02d:%02d:%02d", hours, in.int1(), in.int1());
        int micros = length == 12 ? in.int4() : 0;
        String text = micros == 0 ? time : time + String.format(Locale.ROOT, ".%06d", micros);
        return negative ? '-' + text : text;
    }
}
