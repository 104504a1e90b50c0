package org.shardingjdbc.testkit.oracle.internal.draft;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** The value of a parameter as another class has it, or a little more than its column can hold. Stateless. */
final class ForeignValue {
    private ForeignValue() {}

    /** @param value as {@link RandomLiterals} makes it: never null */
    static Object of(Object value, RandomDraft draft) {
        if (value instanceof Long number) {
            return whole(number, draft);
        }
        if (value instanceof BigDecimal number) {
            return draft.pick(
                    number.doubleValue(),
                    number.floatValue(),
                    number.add(new BigDecimal("0.00049")),
                    number.setScale(number.scale() + 3),
                    number.toBigInteger());
        }
        if (value instanceof Date day) {
            return draft.pick(
                    day.toLocalDate(),
                    day.toLocalDate().atTime(20, 30),
                    Timestamp.valueOf(day.toLocalDate().atTime(LocalTime.of(1, 2, 3))),
                    new java.util.Date(day.getTime()),
                    day.toLocalDate().atTime(3, 0).atOffset(ZoneOffset.ofHours(5)));
        }
        if (value instanceof Timestamp time) {
            return draft.pick(
                    time.toLocalDateTime(),
                    time.toLocalDateTime().atZone(ZoneId.systemDefault()).toOffsetDateTime(),
                    time.toLocalDateTime().toLocalDate(),
                    new java.util.Date(time.getTime()),
                    Timestamp.valueOf(time.toLocalDateTime().plusNanos(400_000)));
        }
        if (value instanceof Boolean truth) {
            return draft.pick(truth ? 1 : 0, truth, truth ? 1L : 0L);
        }
        return value;
    }

    private static Object whole(long number, RandomDraft draft) {
        Object narrow = number == (int) number ? (Object) (int) number : number;
        return draft.pick(
                narrow,
                number == (short) number ? (short) number : narrow,
                BigInteger.valueOf(number),
                new BigDecimal(number).setScale(2),
                new BigDecimal(number).add(new BigDecimal("0.4")),
                (double) number,
                number + 0.5,
                Long.toString(number));
    }
}
