package org.shardingjdbc.rule.internal.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shardingjdbc.rule.internal.value.ShardingValues.UNKNOWN;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.schema.ColumnSchema;
import org.shardingjdbc.rule.schema.MomentZones;

class ShardingValuesTest {
    private static final ColumnSchema INT = column(Types.INTEGER, "int4", 10, 0, null);
    private static final ColumnSchema BIGINT = column(Types.BIGINT, "int8", 19, 0, null);
    private static final ColumnSchema DECIMAL = column(Types.DECIMAL, "decimal", 10, 2, null);
    private static final ColumnSchema DOUBLE = column(Types.DOUBLE, "float8", 17, 0, null);
    private static final ColumnSchema REAL = column(Types.REAL, "float4", 8, 0, null);
    private static final ColumnSchema TEXT = column(Types.VARCHAR, "varchar", 20, 0, null);
    private static final ColumnSchema TEXT_CI = column(Types.VARCHAR, "VARCHAR", 20, 0, "utf8mb4_general_ci");
    private static final ColumnSchema TEXT_BIN = column(Types.VARCHAR, "VARCHAR", 20, 0, "utf8mb4_bin");
    private static final ColumnSchema FIXED = column(Types.CHAR, "bpchar", 10, 0, null);
    private static final ColumnSchema DATE = column(Types.DATE, "date", 10, 0, null);
    private static final ColumnSchema SECONDS = column(Types.TIMESTAMP, "DATETIME", 19, 0, null);
    private static final ColumnSchema MICROS = column(Types.TIMESTAMP, "timestamp", 29, 6, null);
    private static final ColumnSchema ZONED = column(Types.TIMESTAMP, "timestamptz", 35, 6, null);

    private static ColumnSchema column(int type, String typeName, int size, int scale, @Nullable String collation) {
        return new ColumnSchema("c", type, typeName, size, scale, true, false, collation);
    }

    private static @Nullable Object canonical(@Nullable Object value, @Nullable ColumnSchema column) {
        return ShardingValues.canonical(value, column);
    }

    @Test
    void wholeNumbersMeetWhateverTheirClass() {
        for (Object five :
                new Object[] {5, 5L, (short) 5, (byte) 5, "5", new BigDecimal("5.00"), BigInteger.valueOf(5), 5.0, 5f
                }) {
            assertThat(canonical(five, INT)).isEqualTo(5);
            assertThat(canonical(five, BIGINT)).isEqualTo(5L);
        }
        assertThat(canonical(-1, BIGINT)).isEqualTo(-1L);
        assertThat(canonical("-0012", INT)).isEqualTo(-12);
        assertThat(canonical(true, INT)).isEqualTo(1);
        assertThat(canonical(3_000_000_000L, column(Types.INTEGER, "INT UNSIGNED", 10, 0, null)))
                .isEqualTo(3_000_000_000L);
    }

    @Test
    void wholeNumbersThatWouldLoseSomethingAreUnknown() {
        for (Object value : new Object[] {
            5.5, new BigDecimal("5.01"), "5x", " 5", "", "+5", 1e17, Double.NaN, "5e3", LocalDate.EPOCH
        }) {
            assertThat(canonical(value, BIGINT)).as("%s", value).isSameAs(UNKNOWN);
        }
        assertThat(canonical(3_000_000_000L, INT)).isSameAs(UNKNOWN);
        assertThat(canonical(new BigInteger("9223372036854775808"), BIGINT)).isSameAs(UNKNOWN);
        assertThat(canonical("1".repeat(10_000), BIGINT)).isSameAs(UNKNOWN);
        assertThat(canonical(new BigDecimal("1e1000000"), BIGINT)).isSameAs(UNKNOWN);
    }

    @Test
    void boundsOfWholeNumbersAreRoundedOutwards() {
        assertThat(ShardingValues.lowerBound(5.5, INT)).isEqualTo(5);
        assertThat(ShardingValues.upperBound(5.5, INT)).isEqualTo(6);
        assertThat(ShardingValues.lowerBound(new BigDecimal("-5.5"), BIGINT)).isEqualTo(-6L);
        assertThat(ShardingValues.upperBound(3_000_000_000L, INT)).isSameAs(UNKNOWN);
    }

    @Test
    void decimalsMeetWithoutTheirTrailingZeros() {
        assertThat(canonical(new BigDecimal("5.10"), DECIMAL)).isEqualTo(new BigDecimal("5.1"));
        assertThat(canonical(100, DECIMAL)).isEqualTo(new BigDecimal("1E+2"));
        assertThat(canonical("0.00", DECIMAL)).isEqualTo(BigDecimal.ZERO);
        assertThat(canonical(new BigDecimal("5.123"), DECIMAL)).isSameAs(UNKNOWN);
        assertThat(ShardingValues.upperBound(new BigDecimal("5.123"), DECIMAL)).isEqualTo(new BigDecimal("5.13"));
        assertThat(canonical(0.1, DECIMAL)).isSameAs(UNKNOWN);
    }

    @Test
    void floatingNumbersMeet() {
        assertThat(canonical(0.5f, DOUBLE)).isEqualTo(0.5);
        assertThat(canonical(-0.0, DOUBLE)).isEqualTo(0.0);
        assertThat(canonical(5, DOUBLE)).isEqualTo(5.0);
        assertThat(canonical(0.1, REAL)).isSameAs(UNKNOWN);
        assertThat(canonical(0.25, REAL)).isEqualTo(0.25);
    }

    @Test
    void textsAreExactWhereTheCollationIs() {
        assertThat(canonical("Ünï", TEXT)).isEqualTo("Ünï");
        assertThat(canonical("a ", TEXT)).isEqualTo("a ");
        assertThat(canonical("Ab", TEXT_BIN)).isEqualTo("Ab");
        assertThat(canonical("Ab  ", TEXT_BIN)).isEqualTo("Ab");
        assertThat(canonical("a  ", FIXED)).isEqualTo("a");
        assertThat(canonical(5, TEXT)).isSameAs(UNKNOWN);
    }

    @Test
    void textsWithLettersSayNothingWhereCaseDoesNotCount() {
        assertThat(canonical("2024-01_55", TEXT_CI)).isEqualTo("2024-01_55");
        assertThat(canonical("a1", TEXT_CI)).isSameAs(UNKNOWN);
        assertThat(canonical("\u0661", TEXT_CI)).isSameAs(UNKNOWN);
        assertThat(ShardingValues.points("a1", TEXT_CI)).isNull();
        assertThat(canonical("a1", column(Types.VARCHAR, "citext", 0, 0, null))).isSameAs(UNKNOWN);
    }

    @Test
    void writtenTextsGoWhereTheyBelongAsTheyAre() {
        assertThat(ShardingValues.written("Ab", TEXT_CI)).containsExactly("Ab");
        assertThat(ShardingValues.written("Ab ", TEXT_CI)).containsExactly("Ab");
        assertThat(ShardingValues.written(5L, TEXT)).containsExactly("5");
        assertThat(ShardingValues.written("x".repeat(21), TEXT)).isNull();
        assertThat(ShardingValues.written(null, TEXT)).isEmpty();
    }

    /** Drivers of PostgreSQL send the last ones as infinity. */
    @Test
    void momentsThatWouldLeaveWhatJavaHasAreUnknown() {
        assertThat(ShardingValues.upperBound(LocalDateTime.MAX, MICROS)).isSameAs(UNKNOWN);
        assertThat(ShardingValues.upperBound(LocalDateTime.MAX, DATE)).isSameAs(UNKNOWN);
        assertThat(ShardingValues.points(LocalDateTime.MAX, MICROS)).isNull();
        assertThat(ShardingValues.written(LocalDateTime.MAX, SECONDS)).isNull();
        for (Object moment : new Object[] {OffsetDateTime.MIN, OffsetDateTime.MAX, Instant.MIN, Instant.MAX}) {
            assertThat(canonical(moment, ZONED)).as("%s", moment).isSameAs(UNKNOWN);
            assertThat(ShardingValues.lowerBound(moment, ZONED)).isSameAs(UNKNOWN);
            assertThat(canonical(moment, null)).isSameAs(UNKNOWN);
        }
    }

    /** A java.sql.Timestamp tells the year alone, as if it were one of ours. */
    @Test
    void yearsBeforeChristOfJavaSqlAreUnknown() {
        long[] times = {
            -9_223_372_036_832_400_000L,
            Timestamp.valueOf("0001-01-01 00:00:00").getTime() - 1
        };
        for (long time : times) {
            assertThat(canonical(new Timestamp(time), MICROS)).isSameAs(UNKNOWN);
            assertThat(canonical(new Timestamp(time), null)).isSameAs(UNKNOWN);
            assertThat(canonical(new Date(time), DATE)).isSameAs(UNKNOWN);
            assertThat(canonical(new Date(time), null)).isSameAs(UNKNOWN);
        }
        assertThat(canonical(Timestamp.valueOf("0001-01-01 00:00:00"), MICROS))
                .isEqualTo(LocalDateTime.of(1, 1, 1, 0, 0));
        assertThat(canonical(Date.valueOf("0001-01-01"), DATE)).isEqualTo(LocalDate.of(1, 1, 1));
    }

    @Test
    void datesMeetWhateverTheirClass() {
        LocalDate day = LocalDate.of(2024, 1, 31);
        for (Object value : new Object[] {
            day, Date.valueOf(day), "2024-01-31", day.atStartOfDay(), Timestamp.valueOf(day.atStartOfDay())
        }) {
            assertThat(canonical(value, DATE)).isEqualTo(day);
            assertThat(canonical(value, MICROS)).isEqualTo(day.atStartOfDay());
        }
        assertThat(canonical(day.atTime(1, 0), DATE)).isSameAs(UNKNOWN);
        assertThat(ShardingValues.upperBound(day.atTime(1, 0), DATE)).isEqualTo(day.plusDays(1));
    }

    @Test
    void timestampsMeetWhateverTheirClass() {
        LocalDateTime time = LocalDateTime.of(2024, 1, 31, 10, 20, 30);
        for (Object value : new Object[] {
            time,
            Timestamp.valueOf(time),
            new java.util.Date(Timestamp.valueOf(time).getTime()),
            "2024-01-31 10:20:30",
            "2024-01-31T10:20:30",
            "2024-01-31 10:20:30.0"
        }) {
            assertThat(canonical(value, SECONDS)).isEqualTo(time);
        }
        assertThat(canonical("31.01.2024", SECONDS)).isSameAs(UNKNOWN);
        assertThat(canonical(time.atOffset(ZoneOffset.UTC), SECONDS)).isSameAs(UNKNOWN);
    }

    @Test
    void timestampsFinerThanTheirColumnAreOneOfTwo() {
        LocalDateTime time = LocalDateTime.of(2024, 1, 31, 23, 59, 59, 600_000_000);
        assertThat(canonical(time, SECONDS)).isSameAs(UNKNOWN);
        assertThat(ShardingValues.written(time, SECONDS))
                .containsExactly(time.withNano(0), LocalDateTime.of(2024, 2, 1, 0, 0));
        assertThat(ShardingValues.points(time, MICROS)).containsExactly(time);
        assertThat(ShardingValues.lowerBound(time, SECONDS)).isEqualTo(time.withNano(0));
        assertThat(ShardingValues.upperBound(time, SECONDS)).isEqualTo(LocalDateTime.of(2024, 2, 1, 0, 0));
    }

    @Test
    void momentsMeetWhateverTheirOffset() {
        OffsetDateTime moment = OffsetDateTime.of(2024, 1, 31, 10, 0, 0, 0, ZoneOffset.ofHours(2));
        OffsetDateTime utc = OffsetDateTime.of(2024, 1, 31, 8, 0, 0, 0, ZoneOffset.UTC);
        for (Object value : new Object[] {
            moment,
            moment.toInstant(),
            moment.toZonedDateTime(),
            Timestamp.from(moment.toInstant()),
            "2024-01-31 10:00:00+02:00"
        }) {
            assertThat(canonical(value, ZONED)).isEqualTo(utc);
        }
        assertThat(canonical(LocalDateTime.of(2024, 1, 31, 10, 0), ZONED)).isSameAs(UNKNOWN);
    }

    @Test
    void otherTypesMeetOrAreUnknown() {
        UUID uuid = UUID.fromString("6f1a1f0e-7f0b-4b52-9df1-0f8ad50e5b38");
        ColumnSchema uuids = column(Types.OTHER, "uuid", 0, 0, null);
        assertThat(canonical(uuid, uuids)).isEqualTo(uuid);
        assertThat(canonical(uuid.toString().toUpperCase(), uuids)).isEqualTo(uuid);
        assertThat(canonical(true, column(Types.BOOLEAN, "bool", 1, 0, null))).isEqualTo(true);
        assertThat(canonical(1, column(Types.BIT, "TINYINT", 1, 0, null))).isEqualTo(1);
        assertThat(canonical(new byte[] {1, -1}, column(Types.VARBINARY, "bytea", 9, 0, null)))
                .isEqualTo("01ff");
        assertThat(canonical("{}", column(Types.OTHER, "jsonb", 0, 0, null))).isSameAs(UNKNOWN);
        assertThat(canonical(LocalTime.of(1, 2), column(Types.TIME, "time", 15, 6, null)))
                .isEqualTo(LocalTime.of(1, 2));
    }

    @Test
    void withoutColumnTheValueDecides() {
        assertThat(canonical((short) 5, null)).isEqualTo(5);
        assertThat(canonical(5L, null)).isEqualTo(5L);
        assertThat(canonical('x', null)).isEqualTo("x");
        assertThat(canonical(null, null)).isNull();
        assertThat(canonical(new Object(), null)).isSameAs(UNKNOWN);
    }

    /** MySQL stores 2024 for 24, and 2000 for '0'. */
    @Test
    void yearsThatAreStoredAsOthersAreNotPlaced() {
        ColumnSchema year = new ColumnSchema("y", Types.DATE, "YEAR", 4, 0, true, false, null);
        assertThat(ShardingValues.written(2024, year)).containsExactly(2024);
        assertThat(ShardingValues.written("2024", year)).containsExactly(2024);
        assertThat(ShardingValues.written(0, year)).containsExactly(0);
        for (Object other : new Object[] {24, "24", "0", 70, 1900, 2156, true}) {
            assertThat(ShardingValues.written(other, year)).as("%s", other).isNull();
            assertThat(ShardingValues.points(other, year)).as("%s", other).isNull();
        }
    }

    @Test
    void timesArePlacedWhereTheirConnectionSendsThemInTheZoneOfTheJvm() {
        ColumnSchema time = new ColumnSchema("t", Types.TIME, "TIME", 8, 0, true, false, null);
        Object noon = java.sql.Time.valueOf("12:00:00");
        ZoneId jvm = ZoneId.systemDefault();
        ZoneId other = ZoneOffset.ofHours(jvm.equals(ZoneOffset.ofHours(7)) ? 8 : 7);
        Object expected = java.time.LocalTime.NOON;
        assertThat(ShardingValues.written(noon, time)).containsExactly(expected);
        assertThat(ShardingValues.written(noon, time.with(new MomentZones(jvm, jvm, true))))
                .containsExactly(expected);
        assertThat(ShardingValues.written(noon, time.with(new MomentZones(other, other, true))))
                .isNull();
    }
}
