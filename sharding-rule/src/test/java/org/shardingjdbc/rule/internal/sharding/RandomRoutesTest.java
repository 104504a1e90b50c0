package org.shardingjdbc.rule.internal.sharding;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** The route of an interval contains the route of every value in it, and a list routes like its values one by one. */
class RandomRoutesTest {
    private static final int ROUNDS = 4000;
    private static final BigInteger TWO_TO_63 = BigInteger.ONE.shiftLeft(63);
    private static final ColumnSchema UNSIGNED =
            new ColumnSchema("id", Types.BIGINT, "BIGINT UNSIGNED", 20, 0, false, false, null);
    private static final LocalDateTime START = LocalDateTime.of(2023, 12, 1, 0, 0);

    private final Random random = new Random(20240105);

    private static final List<AlgorithmConfiguration> ON_NUMBERS = List.of(
            AlgorithmConfiguration.of("MOD", "sharding-count", "8"),
            AlgorithmConfiguration.of("HASH_MOD", "sharding-count", "8"),
            AlgorithmConfiguration.of("HASH_SLOT", "sharding-count", "8"),
            AlgorithmConfiguration.of(
                    "VOLUME_RANGE", "range-lower", "-30", "range-upper", "25", "sharding-volume", "10"),
            AlgorithmConfiguration.of("BOUNDARY_RANGE", "sharding-ranges", "-40,-7,-1,0,3,10,44"),
            AlgorithmConfiguration.of(
                    "INLINE",
                    "algorithm-expression",
                    "t_${Math.floorMod(id as long, 8)}",
                    "allow-range-query-with-inline-sharding",
                    "true"));
    private static final List<AlgorithmConfiguration> ON_TIMES = List.of(
            AlgorithmConfiguration.of(
                    "AUTO_INTERVAL",
                    "datetime-lower",
                    "2024-01-01 00:00:00",
                    "datetime-upper",
                    "2024-02-12 00:00:00",
                    "sharding-seconds",
                    "604800"),
            AlgorithmConfiguration.of(
                    "INTERVAL",
                    "datetime-pattern",
                    "yyyy-MM-dd HH:mm:ss",
                    "datetime-lower",
                    "2024-01-01 00:00:00",
                    "datetime-upper",
                    "2024-01-08 23:59:59",
                    "sharding-suffix-pattern",
                    "'_'d",
                    "datetime-interval-unit",
                    "DAYS"));

    @ParameterizedTest
    @ValueSource(strings = {"Integer", "Long", "Unsigned", "BigDecimal", "Double"})
    void intervalsOfNumbersContainTheirValues(String kind) {
        Function<Random, Comparable<?>> values =
                switch (kind) {
                    case "Integer" -> source -> source.nextInt(120) - 60;
                    case "Long" -> source -> source.nextInt(50) == 0 ? extreme(source) : source.nextInt(120) - 60L;
                    case "Unsigned" -> source -> source.nextInt(3) == 0 ? (long) source.nextInt(60) : aboutHalf(source);
                    case "BigDecimal" ->
                        source -> new BigDecimal(source.nextInt(1200) - 600)
                                .movePointLeft(1)
                                .stripTrailingZeros();
                    default -> source -> (source.nextInt(1200) - 600) / 8.0;
                };
        for (AlgorithmConfiguration algorithm : ON_NUMBERS) {
            // a DOUBLE has no slot
            if (!kind.equals("Double") || !"HASH_SLOT".equals(algorithm.type())) {
                check(table("t_${0..7}", algorithm), values, kind.equals("Unsigned") ? UNSIGNED : null);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"LocalDateTime", "LocalDate", "OffsetDateTime"})
    void intervalsOfTimesContainTheirValues(String kind) {
        Function<Random, Comparable<?>> values =
                switch (kind) {
                    case "LocalDateTime" -> source -> source.nextInt(8) == 0 ? extremeTime(source) : time(source);
                    case "LocalDate" ->
                        source -> source.nextInt(8) == 0
                                ? extremeTime(source).toLocalDate()
                                : LocalDate.from(START).plusDays(source.nextInt(80));
                    default ->
                        source -> (source.nextInt(8) == 0
                                        ? extremeTime(source)
                                        : START.plusSeconds(source.nextInt(80 * 86400)))
                                .atOffset(ZoneOffset.UTC);
                };
        check(table("t_${0..7}", ON_TIMES.get(0)), values, null);
        check(table("t_${1..9}", ON_TIMES.get(1)), values, null);
        check(table("t_${0..7}", AlgorithmConfiguration.of("HASH_SLOT", "sharding-count", "8")), values, null);
    }

    private static long extreme(Random source) {
        return source.nextBoolean() ? Long.MAX_VALUE - source.nextInt(3) : Long.MIN_VALUE + source.nextInt(3);
    }

    /** About 2^63: a Long below it, a BigInteger from there on, as BIGINT UNSIGNED has them. */
    private static Comparable<?> aboutHalf(Random source) {
        BigInteger value = TWO_TO_63.add(BigInteger.valueOf(source.nextInt(24) - 12));
        return value.bitLength() < Long.SIZE ? (Comparable<?>) value.longValue() : value;
    }

    private static LocalDateTime time(Random source) {
        return START.plusSeconds(source.nextInt(80 * 86400)).plusNanos(source.nextInt(3) * 500_000_000L);
    }

    /** The first and the last that there are, and some next to them. */
    private static LocalDateTime extremeTime(Random source) {
        long away = source.nextInt(3) * 3600L * source.nextInt(30);
        return source.nextBoolean() ? LocalDateTime.MAX.minusSeconds(away) : LocalDateTime.MIN.plusSeconds(away);
    }

    private static ShardedTable table(String tables, AlgorithmConfiguration algorithm) {
        ShardingRuleConfiguration rule = ShardingRuleConfiguration.builder()
                .table(new ShardedTableConfiguration("t", "ds_0." + tables)
                        .withTableStrategy(StrategyConfiguration.standard("id", "alg")))
                .shardingAlgorithm("alg", algorithm)
                .build();
        Rules rules = RuleCompiler.compile(List.of("ds_0"), List.of(rule), KeyGenerators.load(() -> 0));
        return requireNonNull((ShardedTable) rules.table("t"));
    }

    /** @param column where not each value makes a bound of it; else null */
    private void check(ShardedTable table, Function<Random, Comparable<?>> values, @Nullable ColumnSchema column) {
        for (int round = 0; round < ROUNDS; round++) {
            Comparable<?> lower = random.nextInt(8) == 0 ? null : values.apply(random);
            Comparable<?> upper = random.nextInt(8) == 0 ? null : values.apply(random);
            Domain.Interval interval = new Domain.Interval(lower, random.nextBoolean(), upper, random.nextBoolean());
            int[] nodes =
                    table.route(new Domain[] {column == null ? interval : known(interval, column)}, HintValues.NONE);
            for (int i = 0; i < 20; i++) {
                Comparable<?> value = values.apply(random);
                if (contains(interval, value)) {
                    int[] node = point(table, value);
                    assertThat(node.length == 0 || Arrays.binarySearch(nodes, node[0]) >= 0)
                            .as("%s in %s by %s and %s", value, interval, Arrays.toString(nodes), Arrays.toString(node))
                            .isTrue();
                }
            }
            checkList(table, values.apply(random), values.apply(random));
        }
    }

    /** What is known of an interval where bounds that say nothing are none. */
    private static Domain.Interval known(Domain.Interval interval, ColumnSchema column) {
        Object lower = ShardingValues.lowerBound(interval.lower(), column);
        Object upper = ShardingValues.upperBound(interval.upper(), column);
        return new Domain.Interval(
                lower == ShardingValues.UNKNOWN ? null : (Comparable<?>) lower,
                interval.lowerClosed(),
                upper == ShardingValues.UNKNOWN ? null : (Comparable<?>) upper,
                interval.upperClosed());
    }

    private static void checkList(ShardedTable table, Comparable<?> first, Comparable<?> second) {
        int[] one = point(table, first);
        int[] other = point(table, second);
        if (one.length == 0 || other.length == 0) {
            return;
        }
        int[] both = table.route(new Domain[] {new Domain.Points(new Object[] {first, second})}, HintValues.NONE);
        assertThat(both)
                .containsExactly(
                        one[0] == other[0] ? one : new int[] {Math.min(one[0], other[0]), Math.max(one[0], other[0])});
    }

    /** Empty when the algorithm refuses the value, so that no row can have it. */
    private static int[] point(ShardedTable table, Comparable<?> value) {
        try {
            return table.route(new Domain[] {new Domain.Points(new Object[] {value})}, HintValues.NONE);
        } catch (ShardingException e) {
            return new int[0];
        }
    }

    private static boolean contains(Domain.Interval interval, Comparable<?> value) {
        return (interval.lower() == null || compare(interval.lower(), value) < (interval.lowerClosed() ? 1 : 0))
                && (interval.upper() == null || compare(value, interval.upper()) < (interval.upperClosed() ? 1 : 0));
    }

    @SuppressWarnings("unchecked")
    private static int compare(Comparable<?> left, Comparable<?> right) {
        if (left instanceof BigInteger || right instanceof BigInteger) {
            return new BigInteger(left.toString()).compareTo(new BigInteger(right.toString()));
        }
        return ((Comparable<Object>) left).compareTo(right);
    }
}
