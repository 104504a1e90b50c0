package org.shardingjdbc.shardingsphere;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.Range;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.TimeZone;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

class ValueConversionTest {
    private static Comparable<?> handed(Comparable<?> value, Class<?> declared) {
        return new ValueConversion("com.example.Algorithm", declared).of(value, "t");
    }

    private static void refused(Comparable<?> value, Class<?> declared) {
        assertThatThrownBy(() -> handed(value, declared))
                .as(value + " as " + declared)
                .isInstanceOf(ShardingException.class)
                .hasMessageContaining("SHD-4003")
                .hasMessageContaining("com.example.Algorithm");
    }

    @Test
    void numbersKeepTheirValueOrAreRefused() {
        assertThat(handed(5L, Integer.class)).isEqualTo(5);
        assertThat(handed(-5, Long.class)).isEqualTo(-5L);
        assertThat(handed(5, Short.class)).isEqualTo((short) 5);
        assertThat(handed(5L, BigInteger.class)).isEqualTo(BigInteger.valueOf(5));
        assertThat(handed(new BigDecimal("1E+3"), Long.class)).isEqualTo(1000L);
        assertThat(handed(0.1, BigDecimal.class)).isEqualTo(new BigDecimal("0.1"));
        assertThat(handed(new BigDecimal("0.1"), Double.class)).isEqualTo(0.1);
        assertThat(handed("5", Long.class)).isEqualTo(5L);
        refused(1L << 31, Integer.class);
        refused(300, Byte.class);
        refused(new BigDecimal("5.5"), Long.class);
        refused((1L << 53) + 1, Double.class);
        refused(" 5", Long.class);
        refused("05", Long.class);
        refused("five", Long.class);
        refused(true, Long.class);
        refused(LocalDate.EPOCH, Long.class);
    }

    @Test
    void textsAreAsJdbcWritesThem() {
        assertThat(handed(5L, String.class)).isEqualTo("5");
        assertThat(handed(new BigDecimal("1E+3"), String.class)).isEqualTo("1000");
        assertThat(handed(LocalDateTime.parse("2024-01-31T23:00"), String.class))
                .isEqualTo("2024-01-31 23:00:00");
        assertThat(handed(LocalDateTime.parse("2024-01-31T23:00:05.25"), String.class))
                .isEqualTo("2024-01-31 23:00:05.25");
        assertThat(handed(LocalDate.parse("2024-01-31"), String.class)).isEqualTo("2024-01-31");
        UUID id = new UUID(1, 2);
        assertThat(handed(id, String.class)).isEqualTo(id.toString());
        refused(OffsetDateTime.MAX, String.class);
    }

    @Test
    void timesKeepTheirClock() {
        LocalDateTime time = LocalDateTime.parse("2024-01-31T23:00:05.123456");
        assertThat(handed(time, Timestamp.class)).isEqualTo(Timestamp.valueOf(time));
        assertThat(handed(time, java.util.Date.class)).isEqualTo(Timestamp.valueOf(time));
        assertThat(handed(LocalDate.parse("2024-01-31"), java.util.Date.class)).isEqualTo(Date.valueOf("2024-01-31"));
        assertThat(handed(LocalDate.parse("2024-01-31"), LocalDateTime.class))
                .isEqualTo(LocalDateTime.parse("2024-01-31T00:00"));
        assertThat(handed(LocalTime.NOON, Time.class)).isEqualTo(Time.valueOf("12:00:00"));
        assertThat(handed(OffsetDateTime.parse("2024-01-31T23:00Z"), Instant.class))
                .isEqualTo(Instant.parse("2024-01-31T23:00:00Z"));
        refused(time, LocalDate.class);
        refused(LocalTime.parse("12:00:00.5"), Time.class);
        refused(time, Instant.class);
        refused("2024-01-31", Timestamp.class);
    }

    @Test
    void timesThatTheZoneLeavesOutAreRefused() {
        TimeZone before = TimeZone.getDefault();
        TimeZone.setDefault(TimeZone.getTimeZone("Europe/Berlin"));
        try {
            refused(LocalDateTime.parse("2024-03-31T02:30"), Timestamp.class);
            assertThat(handed(LocalDateTime.parse("2024-03-31T03:30"), Timestamp.class))
                    .hasToString("2024-03-31 03:30:00.0");
        } finally {
            TimeZone.setDefault(before);
        }
    }

    @Test
    void anyClassStaysWhatItIs() {
        assertThat(handed(5L, Comparable.class)).isEqualTo(5L);
        assertThat(handed(LocalDate.EPOCH, java.time.chrono.ChronoLocalDate.class))
                .isEqualTo(LocalDate.EPOCH);
        refused(5L, java.time.chrono.ChronoLocalDate.class);
    }

    @Test
    void rangesKeepTheirBounds() {
        ValueConversion values = new ValueConversion("com.example.Algorithm", Integer.class);
        assertThat(values.range(new RangeShardingValue<>("t", "c", 1L, false, 5L, true)))
                .isEqualTo(Range.openClosed(1, 5));
        assertThat(values.range(new RangeShardingValue<>("t", "c", 1L, true, 5L, false)))
                .isEqualTo(Range.closedOpen(1, 5));
        assertThat(values.range(new RangeShardingValue<>("t", "c", 1L, true, null, false)))
                .isEqualTo(Range.atLeast(1));
        assertThat(values.range(new RangeShardingValue<>("t", "c", null, false, 5L, false)))
                .isEqualTo(Range.lessThan(5));
        ValueConversion texts = new ValueConversion("com.example.Algorithm", String.class);
        assertThat(texts.range(new RangeShardingValue<>("t", "c", 1L, true, 5L, true)))
                .isNull();
        assertThat(texts.range(new RangeShardingValue<>("t", "c", "a", true, "b", true)))
                .isEqualTo(Range.closed("a", "b"));
        assertThat(values.range(new RangeShardingValue<>("t", "c", "1", true, null, true)))
                .isNull();
    }
}
