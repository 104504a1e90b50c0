package org.shardingjdbc.rule.internal.slot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Random;
import java.util.UUID;
import java.util.function.LongUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.rule.algorithm.HashSlot;
import org.shardingjdbc.rule.schema.ColumnSchema;

/**
 * Rows lie by these slots: a change of one of them is a loss of rows. The vectors were computed in another language.
 */
class SlotHashTest {
    private static final int SLOTS = 4096;

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "1, 1884",
        "-1, 1062",
        "5, 2278",
        "4096, 3501",
        "1000000, 1859",
        "2147483647, 2401",
        "-2147483648, 2422",
        "9223372036854775807, 1022",
        "-9223372036854775808, 1285",
        "18446744073709551615, 1062",
        "1700000000000000000, 1305",
        "12.5, 1605",
        "-0.01, 3652"
    })
    void numbersHaveTheSlotOfTheirValue(BigDecimal number, int slot) {
        assertThat(SlotHash.slot(number, SLOTS)).isEqualTo(slot);
        assertThat(SlotHash.slot(number.setScale(number.scale() + 3), SLOTS)).isEqualTo(slot);
        if (number.scale() > 0) {
            return;
        }
        BigInteger whole = number.toBigInteger();
        assertThat(SlotHash.slot(whole, SLOTS)).isEqualTo(slot);
        if (whole.bitLength() < Long.SIZE) {
            assertThat(SlotHash.slot(whole.longValue(), SLOTS)).isEqualTo(slot);
            assertThat(SlotHash.ofNumber(whole.longValue(), SLOTS)).isEqualTo(slot);
        }
        if (whole.bitLength() < Integer.SIZE) {
            assertThat(SlotHash.slot(whole.intValue(), SLOTS)).isEqualTo(slot);
        }
    }

    @ParameterizedTest
    @CsvSource({"'', 3289", "5, 2943", "user-1, 83", "Zo\u00eb, 3955", "00ff, 49"})
    void textsHaveTheSlotOfTheirCharacters(String text, int slot) {
        assertThat(SlotHash.slot(text, SLOTS)).isEqualTo(slot);
    }

    @Test
    void otherValuesAreNumbersOrTexts() {
        UUID uuid = UUID.fromString("F0000000-0000-0000-0000-00000000000A");
        assertThat(SlotHash.slot(uuid, SLOTS)).isEqualTo(442);
        assertThat(SlotHash.slot(LocalDate.of(2024, 2, 29), SLOTS)).isEqualTo(2442);
        LocalDateTime time = LocalDateTime.of(2024, 2, 29, 10, 0, 0, 500_000_999);
        assertThat(SlotHash.slot(time, SLOTS)).isEqualTo(2112);
        assertThat(SlotHash.slot(OffsetDateTime.parse("2024-02-29T12:00:00.5+02:00"), SLOTS))
                .isEqualTo(2112);
        assertThat(SlotHash.slot(1.5, SLOTS)).isEqualTo(-1);
        assertThat(SlotHash.slot(true, SLOTS)).isEqualTo(-1);
        assertThat(SlotHash.slot(LocalTime.NOON, SLOTS)).isEqualTo(-1);
        assertThatThrownBy(() -> SlotHash.slot(LocalDate.of(10_000, 1, 1), SLOTS))
                .hasMessage("its year is not from 1 to 9999");
    }

    @Test
    void fewerSlotsAreTheLowestBitsOfMore() {
        Random random = new Random(71);
        for (int i = 0; i < 1000; i++) {
            long key = random.nextLong();
            int slot = SlotHash.slot(key, SlotHash.MAX_SLOTS);
            assertThat(SlotHash.slot(key, SLOTS)).isEqualTo(slot % SLOTS);
            assertThat(SlotHash.slot(key, 1)).isZero();
        }
    }

    /** Keys that step by a constant, whichever it is, fill the slots as chance would: chi-square within 7 sigma. */
    @Test
    void keysThatStepByAConstantAreSpread() {
        Random random = new Random(72);
        for (int i = 0; i < 400; i++) {
            long step = i < 43 ? 1L << i : i < 200 ? i - 42 : random.nextLong() >>> (24 + random.nextInt(38)) | 1;
            long start = random.nextInt(1_000_000);
            assertThat(deviation(key -> start + key * step))
                    .as("keys that step by %d", step)
                    .isBetween(-7.0, 7.0);
        }
    }

    private static double deviation(LongUnaryOperator keys) {
        int slots = 256;
        int count = 25_600;
        int[] rows = new int[slots];
        for (int i = 0; i < count; i++) {
            rows[SlotHash.ofNumber(keys.applyAsLong(i), slots)]++;
        }
        double expected = (double) count / slots;
        double square = 0;
        for (int each : rows) {
            square += (each - expected) * (each - expected) / expected;
        }
        return (square - (slots - 1)) / Math.sqrt(2.0 * (slots - 1));
    }

    @Test
    void valuesAreAskedAsTheirColumnHoldsThem() {
        ColumnSchema number = column(Types.BIGINT, "BIGINT", 19);
        ColumnSchema text = column(Types.VARCHAR, "VARCHAR", 40);
        assertThat(HashSlot.slot("5", number, SLOTS)).isEqualTo(2278);
        assertThat(HashSlot.slot(new BigDecimal("5.0"), number, SLOTS)).isEqualTo(2278);
        assertThat(HashSlot.slot((short) 5, column(Types.INTEGER, "INT", 10), SLOTS))
                .isEqualTo(2278);
        assertThat(HashSlot.slot(5, column(Types.DECIMAL, "DECIMAL", 10), SLOTS))
                .isEqualTo(2278);
        assertThat(HashSlot.slot(5, text, SLOTS)).isEqualTo(2943);
        assertThat(HashSlot.slot("5", null, SLOTS)).isEqualTo(2943);
        assertThatThrownBy(() -> HashSlot.slot("5x", number, SLOTS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("a java.lang.String has no slot in column k of type BIGINT of size 19");
        assertThatThrownBy(() -> HashSlot.slot(1, number, 100)).hasMessageContaining("power of two");
        assertThatThrownBy(() -> HashSlot.expression("SQL92", "k", number, SLOTS))
                .hasMessage("dialect SQL92 does not compute slots");
        assertThatThrownBy(() -> HashSlot.expression("H2", "k", column(Types.DOUBLE, "DOUBLE", 0), SLOTS))
                .hasMessage("column k of type DOUBLE has values that have no slot");
    }

    private static ColumnSchema column(int jdbcType, String typeName, int size) {
        return new ColumnSchema("k", jdbcType, typeName, size, 0, true, false, null);
    }
}
