package org.shardingjdbc.proxy.internal.postgresql;

import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.LocalDate;

/**
 * The binary forms of dates and times: days or microseconds since the beginning of 2000; the text is that of the style
 * ISO. Stateless.
 */
final class TimeForm {
    private static final long EPOCH_DAY = LocalDate.of(2000, 1, 1).toEpochDay();
    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;

    private TimeForm() {}

    // ---- from text

    static int date(String text) {
        return switch (text) {
            case "infinity" -> Integer.MAX_VALUE;
            case "-infinity" -> Integer.MIN_VALUE;
            default -> Math.toIntExact(day(text));
        };
    }

    private static long day(String text) {
        boolean before = text.endsWith(" BC");
        String plain = before ? text.substring(0, text.length() - 3) : text;
        int second = plain.lastIndexOf('-');
        int first = plain.lastIndexOf('-', second - 1);
        int year = Integer.parseInt(plain.substring(0, first));
        return LocalDate.of(
                                before ? 1 - year : year,
                                Integer.parseInt(plain.substring(first + 1, second)),
                                Integer.parseInt(plain.substring(second + 1)))
                        .toEpochDay()
                - EPOCH_DAY;
    }

    static long time(String text) {
        int first = text.indexOf(':');
        int second = text.indexOf(':', first + 1);
        long minutes =
                Integer.parseInt(text.substring(0, first)) * 60L + Integer.parseInt(text.substring(first + 1, second));
        return minutes * 60 * SECOND + micros(text.substring(second + 1));
    }

    /** Of seconds with a fraction. */
    private static long micros(String seconds) {
        int point = seconds.indexOf('.');
        if (point < 0) {
            return Integer.parseInt(seconds) * SECOND;
        }
        String fraction = (seconds.substring(point + 1) + "000000").substring(0, 6);
        return Integer.parseInt(seconds.substring(0, point)) * SECOND + Integer.parseInt(fraction);
    }

    static long timestamp(String text) {
        if (text.equals("infinity")) {
            return Long.MAX_VALUE;
        }
        if (text.equals("-infinity")) {
            return Long.MIN_VALUE;
        }
        boolean before = text.endsWith(" BC");
        String plain = before ? text.substring(0, text.length() - 3) : text;
        int blank = plain.indexOf(' ');
        String day = plain.substring(0, blank) + (before ? " BC" : "");
        return Math.addExact(Math.multiplyExact(day(day), DAY), time(plain.substring(blank + 1)));
    }

    static long timestampWithZone(String text) {
        if (text.endsWith("infinity")) {
            return timestamp(text);
        }
        boolean before = text.endsWith(" BC");
        String plain = before ? text.substring(0, text.length() - 3) : text;
        int zone = zoneAt(plain, plain.indexOf(' '));
        return timestamp(plain.substring(0, zone) + (before ? " BC" : ""))
                - zoneSeconds(plain.substring(zone)) * SECOND;
    }

    private static int zoneAt(String text, int from) {
        for (int i = Math.max(from, 0); i < text.length(); i++) {
            if (text.charAt(i) == '+' || text.charAt(i) == '-') {
                return i;
            }
        }
        throw new DateTimeException("no zone");
    }

    /** East of Greenwich, of {@code +05:30}. */
    private static long zoneSeconds(String zone) {
        String[] parts = zone.substring(1).split(":", -1);
        long seconds = 0;
        for (int i = 0; i < 3; i++) {
            seconds = seconds * 60 + (i < parts.length ? Integer.parseInt(parts[i]) : 0);
        }
        return zone.charAt(0) == '-' ? -seconds : seconds;
    }

    static byte[] timeWithZone(String text) {
        int zone = zoneAt(text, 0);
        return ByteBuffer.allocate(12)
                .putLong(time(text.substring(0, zone)))
                .putInt((int) -zoneSeconds(text.substring(zone)))
                .array();
    }

    /** Of {@code 1 year -2 mons 3 days -04:05:06.7}. */
    static byte[] interval(String text) {
        long micros = 0;
        int days = 0;
        int months = 0;
        String[] words = text.split(" ", -1);
        for (int i = 0; i < words.length; i++) {
            if (words[i].indexOf(':') >= 0) {
                boolean negative = words[i].startsWith("-");
                long time = time(negative || words[i].startsWith("+") ? words[i].substring(1) : words[i]);
                micros = negative ? -time : time;
                continue;
            }
            int number = Integer.parseInt(words[i]);
            i++;
            switch (words[i]) {
                case "year", "years" -> months += 12 * number;
                case "mon", "mons" -> months += number;
                case "day", "days" -> days += number;
                default -> throw new DateTimeException("not the usual style");
            }
        }
        return ByteBuffer.allocate(16)
                .putLong(micros)
                .putInt(days)
                .putInt(months)
                .array();
    }

    // ---- to text

    static String dateText(int day) {
        if (day == Integer.MAX_VALUE) {
            return "infinity";
        }
        if (day == Integer.MIN_VALUE) {
            return "-infinity";
        }
        LocalDate date = LocalDate.ofEpochDay(EPOCH_DAY + day);
        return yearMonthDay(date) + era(date);
    }

    private static String yearMonthDay(LocalDate date) {
        int year = date.getYear() > 0 ? date.getYear() : 1 - date.getYear();
        return padded(year, 4) + "-" + padded(date.getMonthValue(), 2) + "-" + padded(date.getDayOfMonth(), 2);
    }

    private static String era(LocalDate date) {
        return date.getYear() > 0 ? "" : " BC";
    }

    private static String padded(long number, int digits) {
        String text = Long.toString(number);
        return "0".repeat(Math.max(digits - text.length(), 0)) + text;
    }

    static String timeText(long micros) {
        if (micros < 0 || micros > DAY) {
            throw new IllegalArgumentException();
        }
        return clock(micros);
    }

    private static String clock(long micros) {
        long seconds = micros / SECOND;
        String text = padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":" + padded(seconds % 60, 2);
        long fraction = micros % SECOND;
        if (fraction == 0) {
            return text;
        }
        String digits = padded(fraction, 6);
        int end = digits.length();
        while (digits.charAt(end - 1) == '0') {
            end--;
        }
        return text + "." + digits.substring(0, end);
    }

    static String timestampText(long micros) {
        return timestampText(micros, "");
    }

    /** In Greenwich, as the database reads it in any zone. */
    static String timestampWithZoneText(long micros) {
        return timestampText(micros, "+00");
    }

    private static String timestampText(long micros, String zone) {
        if (micros == Long.MAX_VALUE) {
            return "infinity";
        }
        if (micros == Long.MIN_VALUE) {
            return "-infinity";
        }
        LocalDate date = LocalDate.ofEpochDay(EPOCH_DAY + Math.floorDiv(micros, DAY));
        return yearMonthDay(date) + " " + clock(Math.floorMod(micros, DAY)) + zone + era(date);
    }

    static String timeWithZoneText(ByteBuffer in) {
        String time = timeText(in.getLong());
        int west = in.getInt();
        int seconds = Math.abs(west);
        return time + (west > 0 ? "-" : "+") + padded(seconds / 3600, 2) + ":" + padded(seconds / 60 % 60, 2) + ":"
                + padded(seconds % 60, 2);
    }

    static String intervalText(ByteBuffer in) {
        long micros = in.getLong();
        int days = in.getInt();
        int months = in.getInt();
        return months + " mons " + days + " days " + (micros < 0 ? "-" : "") + clock(Math.abs(micros));
    }
}
