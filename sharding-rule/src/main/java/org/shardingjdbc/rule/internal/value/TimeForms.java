package org.shardingjdbc.rule.internal.value;

import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** Texts that all databases which take them read as the same time. */
final class TimeForms {
    private static final int NANO_DIGITS = 9;

    /** {@code HH:mm[:ss[.n]]}, where each field may have one digit. */
    static final DateTimeFormatter TIME = strict(fields(':', ChronoField.HOUR_OF_DAY, ChronoField.MINUTE_OF_HOUR)
            .optionalStart()
            .appendLiteral(':')
            .appendValue(ChronoField.SECOND_OF_MINUTE, 1, 2, SignStyle.NOT_NEGATIVE)
            .optionalStart()
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, NANO_DIGITS, true));

    /** {@code yyyy-MM-dd}, where month and day may have one digit. */
    static final DateTimeFormatter DAY = strict(new DateTimeFormatterBuilder()
            .appendValue(ChronoField.YEAR, 4)
            .appendLiteral('-')
            .append(fields('-', ChronoField.MONTH_OF_YEAR, ChronoField.DAY_OF_MONTH)
                    .toFormatter(Locale.ROOT)));

    /** Both, with a T between them. */
    static final DateTimeFormatter DAY_AND_TIME =
            strict(new DateTimeFormatterBuilder().append(DAY).appendLiteral('T').append(TIME));

    /** {@code yyyyMMdd}. */
    static final DateTimeFormatter DAY_DIGITS = digits(ChronoField.MONTH_OF_YEAR, ChronoField.DAY_OF_MONTH);

    /** {@code yyyyMMddHHmmss}. */
    static final DateTimeFormatter SECOND_DIGITS = digits(
            ChronoField.MONTH_OF_YEAR,
            ChronoField.DAY_OF_MONTH,
            ChronoField.HOUR_OF_DAY,
            ChronoField.MINUTE_OF_HOUR,
            ChronoField.SECOND_OF_MINUTE);

    private TimeForms() {}

    private static DateTimeFormatterBuilder fields(char separator, ChronoField first, ChronoField second) {
        return new DateTimeFormatterBuilder()
                .appendValue(first, 1, 2, SignStyle.NOT_NEGATIVE)
                .appendLiteral(separator)
                .appendValue(second, 1, 2, SignStyle.NOT_NEGATIVE);
    }

    private static DateTimeFormatter digits(ChronoField... fields) {
        DateTimeFormatterBuilder format = new DateTimeFormatterBuilder().appendValue(ChronoField.YEAR, 4);
        for (ChronoField field : fields) {
            format.appendValue(field, 2);
        }
        return strict(format);
    }

    private static DateTimeFormatter strict(DateTimeFormatterBuilder format) {
        return format.toFormatter(Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    }
}
