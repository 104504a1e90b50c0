package org.shardingjdbc.rule.internal.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.InvalidPropertyException;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.internal.algorithm.AlgorithmDefinition.StandardChoice;
import org.shardingjdbc.rule.internal.inline.InlineExpression;

/** Values, bounds and properties where the numbers and the times of Java end. */
class EndsOfRangesTest {
    private static final LocalDateTime START = LocalDateTime.of(2024, 1, 1, 0, 0);

    private static StandardChoice choice(String type, String tables, Map<String, String> properties) {
        return PlacementTest.placement(
                type, properties, new Targets("alg", "t", List.of("c"), InlineExpression.names(tables)));
    }

    private static BitSet range(StandardChoice choice, @Nullable Comparable<?> lower, @Nullable Comparable<?> upper) {
        BitSet chosen = new BitSet();
        choice.range(new RangeShardingValue<>("t", "c", lower, true, upper, true), chosen);
        return chosen;
    }

    /** A key of BIGINT UNSIGNED may be above what a long holds, and a bound that is so says nothing. */
    @Test
    void modFindsNumbersAboveTheLargestLong() {
        StandardChoice mod = choice("MOD", "t_${0..15}", Map.of("sharding-count", "16"));
        for (long lower : new long[] {Long.MAX_VALUE, Long.MAX_VALUE - 7}) {
            BitSet chosen = range(mod, lower, null);
            for (int i = 0; i < 16; i++) {
                BigInteger above = BigInteger.valueOf(Long.MAX_VALUE).add(BigInteger.valueOf(i));
                assertThat(chosen.get(mod.target(above))).as("%s", above).isTrue();
            }
        }
        assertThat(range(mod, Long.MAX_VALUE - 7, Long.MAX_VALUE).cardinality()).isEqualTo(8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "604800"})
    void autoIntervalPlacesAllTimes(String seconds) {
        StandardChoice choice = choice(
                "AUTO_INTERVAL",
                "t_${0..61}",
                Map.of(
                        "datetime-lower",
                        "2024-01-01 00:00:00",
                        "datetime-upper",
                        "2024-01-01 00:01:00",
                        "sharding-seconds",
                        seconds));
        int last = choice.target(LocalDate.MAX);
        assertThat(choice.target(LocalDateTime.MIN)).isZero();
        assertThat(choice.target(LocalDate.MIN)).isZero();
        assertThat(choice.target(START.minusNanos(1))).isZero();
        assertThat(choice.target(START.minusSeconds(1).minusNanos(1))).isZero();
        assertThat(choice.target(LocalDateTime.MAX)).isEqualTo(last);
        assertThat(last).isEqualTo(seconds.equals("1") ? 61 : 1);
        assertThat(range(choice, LocalDateTime.MIN, LocalDateTime.MAX).cardinality())
                .isEqualTo(last + 1);
    }

    @Test
    void momentsThatTheClockCannotTellAreRefused() {
        StandardChoice interval = choice(
                "INTERVAL",
                "t_${1..3}",
                Map.of(
                        "datetime-pattern", "yyyy-MM-dd",
                        "datetime-lower", "2024-01-01",
                        "datetime-upper", "2024-01-03",
                        "sharding-suffix-pattern", "'_'d"));
        for (OffsetDateTime moment : new OffsetDateTime[] {OffsetDateTime.MIN, OffsetDateTime.MAX}) {
            assertThatThrownBy(() -> interval.target(moment)).isInstanceOf(ShardingException.class);
            assertThat(range(interval, moment, null).cardinality()).isEqualTo(3);
            assertThat(range(interval, null, moment).cardinality()).isEqualTo(3);
            OffsetDateTime inUtc = LocalDateTime.MAX.atOffset(ZoneOffset.UTC);
            assertThat(range(interval, null, inUtc).cardinality()).isEqualTo(3);
        }
    }

    @Test
    void volumesMayBeAsLargeAsALong() {
        Map<String, String> whole =
                Map.of("range-lower", "0", "range-upper", "" + Long.MAX_VALUE, "sharding-volume", "" + Long.MAX_VALUE);
        StandardChoice one = choice("VOLUME_RANGE", "t_${0..2}", whole);
        assertThat(one.target(-1L)).isZero();
        assertThat(one.target(0L)).isEqualTo(1);
        assertThat(one.target(Long.MAX_VALUE)).isEqualTo(2);
        Map<String, String> half =
                Map.of("range-lower", "0", "range-upper", "" + Long.MAX_VALUE, "sharding-volume", "" + (1L << 62));
        StandardChoice two = choice("VOLUME_RANGE", "t_${0..3}", half);
        assertThat(two.target((1L << 62) - 1)).isEqualTo(1);
        assertThat(two.target(1L << 62)).isEqualTo(2);
        assertThat(two.target(Long.MAX_VALUE)).isEqualTo(3);
    }

    @Test
    void stepsBeyondAllTimesAreAWrongProperty() {
        assertThatThrownBy(() -> choice(
                        "INTERVAL",
                        "t_${1..3}",
                        Map.of(
                                "datetime-pattern",
                                "yyyy-MM-dd",
                                "datetime-lower",
                                "2024-01-01",
                                "datetime-upper",
                                "2024-01-03",
                                "sharding-suffix-pattern",
                                "'_'d",
                                "datetime-interval-unit",
                                "CENTURIES",
                                "datetime-interval-amount",
                                "2000000000")))
                .isInstanceOf(InvalidPropertyException.class)
                .hasMessageContaining("datetime-interval-amount");
    }
}
