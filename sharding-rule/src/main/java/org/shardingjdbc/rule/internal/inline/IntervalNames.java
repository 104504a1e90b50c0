package org.shardingjdbc.rule.internal.inline;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Lists names for {@code <INTERVAL>P=ds_0.t_order_;SP=yyyyMM;DIA=1;DIU=MONTHS;DL=202401;DU=202412}: a prefix and each
 * time from lower to upper, formatted.
 */
final class IntervalNames {
    private static final Set<String> KEYS = Set.of("P", "SP", "DIA", "DIU", "DL", "DU", "C");
    private static final int MAX_NAMES = 100_000;

    private IntervalNames() {}

    static List<String> of(String body) {
        Map<String, String> keys = keys(body);
        DateTimeFormatter pattern = DateTimeFormatter.ofPattern(required(keys, "SP"), Locale.ROOT);
        LocalDateTime time = time(required(keys, "DL"), pattern);
        LocalDateTime last = time(required(keys, "DU"), pattern);
        long amount = Long.parseLong(keys.getOrDefault("DIA", "1"));
        if (amount < 1) {
            throw new IllegalArgumentException("DIA must be positive");
        }
        if (!keys.getOrDefault("C", "ISO").equalsIgnoreCase("ISO")) {
            throw new IllegalArgumentException("only the ISO calendar is known, not C=" + keys.get("C"));
        }
        ChronoUnit unit = ChronoUnit.valueOf(keys.getOrDefault("DIU", "DAYS").toUpperCase(Locale.ROOT));
        List<String> names = new ArrayList<>();
        while (!time.isAfter(last)) {
            names.add(required(keys, "P") + pattern.format(time));
            time = time.plus(amount, unit);
            if (names.size() > MAX_NAMES) {
                throw new IllegalArgumentException("the expression lists more than " + MAX_NAMES + " names");
            }
        }
        return names.stream().distinct().toList();
    }

    private static Map<String, String> keys(String body) {
        Map<String, String> keys = new LinkedHashMap<>();
        for (String entry : body.split(";")) {
            if (entry.isBlank()) {
                continue;
            }
            int equals = entry.indexOf('=');
            String key = equals < 0 ? entry.trim() : entry.substring(0, equals).trim();
            if (equals < 0 || !KEYS.contains(key)) {
                throw new IllegalArgumentException(
                        "unknown part '" + entry.trim() + "' of <INTERVAL>; known are P, SP, DIA, DIU, DL, DU, C");
            }
            keys.put(key, entry.substring(equals + 1).trim());
        }
        return keys;
    }

    private static String required(Map<String, String> keys, String key) {
        String value = keys.get(key);
        if (value == null) {
            throw new IllegalArgumentException("<INTERVAL> needs " + key);
        }
        return value;
    }

    private static LocalDateTime time(String text, DateTimeFormatter pattern) {
        TemporalAccessor parsed = pattern.parse(text);
        LocalDate date;
        if (parsed.isSupported(ChronoField.EPOCH_DAY)) {
            date = LocalDate.from(parsed);
        } else if (parsed.isSupported(ChronoField.MONTH_OF_YEAR)) {
            date = YearMonth.from(parsed).atDay(1);
        } else {
            date = LocalDate.of(parsed.get(ChronoField.YEAR), 1, 1);
        }
        int hour = parsed.isSupported(ChronoField.HOUR_OF_DAY) ? parsed.get(ChronoField.HOUR_OF_DAY) : 0;
        int minute = parsed.isSupported(ChronoField.MINUTE_OF_HOUR) ? parsed.get(ChronoField.MINUTE_OF_HOUR) : 0;
        int second = parsed.isSupported(ChronoField.SECOND_OF_MINUTE) ? parsed.get(ChronoField.SECOND_OF_MINUTE) : 0;
        return date.atTime(hour, minute, second);
    }
}
