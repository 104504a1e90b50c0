package org.shardingjdbc.rule.internal.slot;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The slot of a value. Rows lie by it, so it never changes; {@link SlotExpression} is the same in SQL, and
 * docs/sharding-algorithms.md describes it with vectors.
 *
 * <p>Numbers are hashed by their value, whatever their type: the whole part, rounded down, in its lowest 64 bits, and
 * nine digits of the fraction. What a database computes of them may not exceed 63 bits, as none of them has a type for
 * that, so each factor is a prime below 2^31 and is multiplied by 32 bits:
 *
 * <pre>
 *   x = LOW * (bits 0 to 31) + HIGH * (bits 32 to 63) + FRACTION * (billionths)
 *   x = FIRST * (x xor x >> 32, 32 bits of it)
 *   x = SECOND * (x xor x >> 32, 32 bits of it)
 *   slot = bits 32 and up of x
 * </pre>
 *
 * <p>One multiplication alone, modulo whatever prime, spreads most keys and fails for some that step by a constant. Two
 * steps with all bits folded in spread every step that was tried, as evenly as chance does. Each value stands twice in
 * a fold, so a third one would double the length of the SQL again.
 *
 * <p>Days and times are numbers too. Texts are hashed by the first 32 bits of the MD5 of their UTF-8, the one hash of
 * texts that all databases have.
 */
public final class SlotHash {
    /** The most slots that there may be; bits 32 to 47 of the last product are well mixed. */
    public static final int MAX_SLOTS = 1 << 16;

    static final long LOW = 668_265_263;
    static final long HIGH = 1_013_904_223;
    static final long FRACTION = 1_073_741_789;
    static final long FIRST = 1_821_285_617;
    static final long SECOND = 1_481_765_927;

    /** Digits of a fraction that count. */
    static final int FRACTION_DIGITS = 9;

    private static final long LOWEST_32 = 0xFFFF_FFFFL;
    private static final int MAX_YEAR = 9999;
    private static final int SECONDS_OF_DAY = 86_400;
    private static final int MICROS = 1_000_000;

    private SlotHash() {}

    /**
     * The slot of a canonical value.
     *
     * @param slots how many there are, a power of two
     * @return -1 where values of its class have none
     * @throws IllegalArgumentException when values of its class have one, but not this one, saying why
     */
    public static int slot(Object value, int slots) {
        if (value instanceof Integer || value instanceof Long) {
            return ofNumber(((Number) value).longValue(), slots);
        }
        if (value instanceof String text) {
            return ofText(text, slots);
        }
        if (value instanceof UUID uuid) {
            return ofText(uuid.toString(), slots);
        }
        if (value instanceof BigInteger number) {
            return ofNumber(number.longValue(), slots);
        }
        if (value instanceof BigDecimal number) {
            BigDecimal whole = number.setScale(0, RoundingMode.FLOOR);
            long fraction =
                    number.subtract(whole).movePointRight(FRACTION_DIGITS).longValue();
            return mixed(whole.toBigInteger().longValue(), fraction, slots);
        }
        LocalDateTime time = time(value);
        if (time != null) {
            return ofNumber(micros(time.toLocalDate(), time.toLocalTime()), slots);
        }
        return value instanceof LocalDate date ? ofNumber(digits(date), slots) : -1;
    }

    /**
     * The slot of a whole number.
     *
     * @param slots how many there are, a power of two
     */
    public static int ofNumber(long number, int slots) {
        return mixed(number, 0, slots);
    }

    /**
     * The slot of a text.
     *
     * @param slots how many there are, a power of two
     * @throws IllegalArgumentException where Java has no MD5
     */
    public static int ofText(String text, int slots) {
        byte[] hash = md5().digest(text.getBytes(StandardCharsets.UTF_8));
        int head = (hash[0] & 0xFF) << 24 | (hash[1] & 0xFF) << 16 | (hash[2] & 0xFF) << 8 | hash[3] & 0xFF;
        return head & slots - 1;
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalArgumentException(
                    "texts are hashed by MD5, which this Java has been configured without", e);
        }
    }

    private static int mixed(long whole, long billionths, int slots) {
        long bits = (whole & LOWEST_32) * LOW + (whole >>> 32) * HIGH + billionths * FRACTION;
        bits = ((bits ^ bits >>> 32) & LOWEST_32) * FIRST;
        bits = ((bits ^ bits >>> 32) & LOWEST_32) * SECOND;
        return (int) (bits >>> 32) & slots - 1;
    }

    /** Date and time, of a moment in UTC; null of another value. */
    private static @Nullable LocalDateTime time(Object value) {
        if (value instanceof OffsetDateTime moment) {
            return moment.withOffsetSameInstant(ZoneOffset.UTC).toLocalDateTime();
        }
        return value instanceof LocalDateTime time ? time : null;
    }

    /** {@code yyyyMMdd}. */
    private static long digits(LocalDate date) {
        if (date.getYear() < 1 || date.getYear() > MAX_YEAR) {
            throw new IllegalArgumentException("its year is not from 1 to " + MAX_YEAR);
        }
        return (date.getYear() * 100L + date.getMonthValue()) * 100 + date.getDayOfMonth();
    }

    /** Microseconds of days that are numbered by their digits; what is finer does not count. */
    private static long micros(LocalDate date, LocalTime time) {
        return (digits(date) * SECONDS_OF_DAY + time.toSecondOfDay()) * MICROS + time.getNano() / 1000;
    }
}
