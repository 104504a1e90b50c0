package org.shardingjdbc.rule.internal.sharding;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.internal.value.ShardingValues;
import org.shardingjdbc.rule.placement.DirectRoute;
import org.shardingjdbc.rule.placement.Domain;
import org.shardingjdbc.rule.schema.ColumnSchema;

/** The short way chooses what the general way chooses, or says that it does not know. */
class DirectRouteTest {
    private static final List<ColumnSchema> COLUMNS = Arrays.asList(
            null,
            column(Types.INTEGER, "int4"),
            column(Types.SMALLINT, "SMALLINT"),
            column(Types.INTEGER, "INT UNSIGNED"),
            column(Types.BIGINT, "BIGINT"),
            column(Types.VARCHAR, "VARCHAR"),
            column(Types.DECIMAL, "DECIMAL"),
            column(Types.BIGINT, "YEAR"));
    private static final List<AlgorithmConfiguration> ALGORITHMS = List.of(
            AlgorithmConfiguration.of("INLINE", "algorithm-expression", "t_${id % 4}"),
            AlgorithmConfiguration.of("INLINE", "algorithm-expression", "t_${(id + 0) % 5}"),
            AlgorithmConfiguration.of("INLINE", "algorithm-expression", "t_${Math.floorMod(id as long, 4)}"),
            AlgorithmConfiguration.of("INLINE", "algorithm-expression", "t_${id.hashCode() % 4}"),
            AlgorithmConfiguration.of("MOD", "sharding-count", "4"),
            AlgorithmConfiguration.of("MOD", "sharding-count", "4", "stop-offset", "1"),
            AlgorithmConfiguration.of("HASH_MOD", "sharding-count", "4"),
            AlgorithmConfiguration.of("HASH_MOD", "sharding-count", "4", "normalize-numeric-int-range", "true"),
            AlgorithmConfiguration.of(
                    "VOLUME_RANGE", "range-lower", "-20", "range-upper", "20", "sharding-volume", "20"),
            AlgorithmConfiguration.of("BOUNDARY_RANGE", "sharding-ranges", "-7,0,2147483648"));

    private final Random random = new Random(20240317);
    private int known;

    private static ColumnSchema column(int jdbcType, String typeName) {
        return new ColumnSchema("c", jdbcType, typeName, 10, 0, true, false, null);
    }

    @Test
    void choosesAsTheGeneralWayByTwoColumns() {
        for (AlgorithmConfiguration algorithm : ALGORITHMS) {
            for (String nodes : List.of("ds_${0..1}.t_${0..3}", "ds_0.t_${0..3},ds_1.t_${0..2}")) {
                check(table(
                        new ShardedTableConfiguration("t", nodes)
                                .withDatabaseStrategy(StrategyConfiguration.standard("user_id", "db"))
                                .withTableStrategy(StrategyConfiguration.standard("id", "alg")),
                        algorithm));
            }
        }
        assertThat(known).isGreaterThan(2_000);
    }

    @Test
    void choosesAsTheGeneralWayByOneColumn() {
        for (AlgorithmConfiguration algorithm : ALGORITHMS) {
            check(table(
                    new ShardedTableConfiguration("t", "ds_${0..1}.t_${0..3}")
                            .withDatabaseStrategy(StrategyConfiguration.standard("id", "same"))
                            .withTableStrategy(StrategyConfiguration.standard("id", "alg")),
                    algorithm));
            check(table(
                    new ShardedTableConfiguration("t", "ds_${0..1}.t_${0..3}")
                            .withDatabaseStrategy(StrategyConfiguration.none())
                            .withTableStrategy(StrategyConfiguration.standard("id", "alg")),
                    algorithm));
            check(table(
                    new ShardedTableConfiguration("t", "ds_0.t_${0..1},ds_1.t_${2..3}")
                            .withTableStrategy(StrategyConfiguration.standard("id", "alg")),
                    algorithm));
        }
        assertThat(known).isGreaterThan(2_000);
    }

    @Test
    void choosesAsTheGeneralWayAmongAutoTables() {
        for (AlgorithmConfiguration algorithm : ALGORITHMS) {
            if (!requireNonNull(algorithm.type()).equals("INLINE")) {
                ShardingRuleConfiguration rule = ShardingRuleConfiguration.builder()
                        .autoTable(new AutoTableConfiguration(
                                "t", "ds_0,ds_1", StrategyConfiguration.standard("id", "alg")))
                        .shardingAlgorithm("alg", algorithm)
                        .build();
                check(compiled(rule));
            }
        }
        assertThat(known).isGreaterThan(1_000);
    }

    @Test
    void choosesAsTheGeneralWayAmongTablesThatAreNumberedOverManyDataSources() {
        for (String count : List.of("16", "61")) {
            check(compiled(ShardingRuleConfiguration.builder()
                    .autoTable(
                            new AutoTableConfiguration("t", "ds_${0..7}", StrategyConfiguration.standard("id", "alg")))
                    .shardingAlgorithm("alg", AlgorithmConfiguration.of("MOD", "sharding-count", count))
                    .build()));
        }
        assertThat(known).isGreaterThan(1_000);
    }

    @Test
    void choosesAsTheGeneralWayBySlots() {
        check(table(
                new ShardedTableConfiguration("t", "ds_${0..1}.t_${0..3}")
                        .withTableStrategy(StrategyConfiguration.standard("id", "alg")),
                AlgorithmConfiguration.of(
                        "HASH_SLOT",
                        "slots",
                        "64",
                        "nodes",
                        "ds_1.t_3: 0-20, 40; ds_0.t_1: 21-39,41-62; ds_1.t_0: 63")));
        check(table(
                new ShardedTableConfiguration("t", "ds_${0..1}.t")
                        .withTableStrategy(StrategyConfiguration.standard("id", "alg")),
                AlgorithmConfiguration.of("HASH_SLOT", "slots", "4", "nodes", "ds_0: 3; ds_1: 0-2")));
        check(table(
                new ShardedTableConfiguration("t", "ds_0.t_${0..1},ds_1.t_${2..3}")
                        .withTableStrategy(StrategyConfiguration.standard("id", "alg")),
                AlgorithmConfiguration.of("HASH_SLOT", "sharding-count", "4")));
        check(compiled(ShardingRuleConfiguration.builder()
                .autoTable(new AutoTableConfiguration("t", "ds_${0..7}", StrategyConfiguration.standard("id", "alg")))
                .shardingAlgorithm("alg", AlgorithmConfiguration.of("HASH_SLOT", "sharding-count", "61"))
                .build()));
        assertThat(known).isGreaterThan(1_000);
    }

    private static ShardedTable table(ShardedTableConfiguration table, AlgorithmConfiguration algorithm) {
        return compiled(ShardingRuleConfiguration.builder()
                .table(table)
                .shardingAlgorithm("alg", algorithm)
                .shardingAlgorithm("db", AlgorithmConfiguration.of("INLINE", "algorithm-expression", "ds_${user_id%2}"))
                .shardingAlgorithm("same", AlgorithmConfiguration.of("MOD", "sharding-count", "2"))
                .build());
    }

    private static ShardedTable compiled(ShardingRuleConfiguration rule) {
        Rules rules = RuleCompiler.compile(
                List.of("ds_0", "ds_1", "ds_2", "ds_3", "ds_4", "ds_5", "ds_6", "ds_7"),
                List.of(rule),
                KeyGenerators.load(() -> 0));
        return requireNonNull((ShardedTable) rules.table("t"));
    }

    private void check(ShardedTable table) {
        int columns = table.shardingColumns().size();
        for (int round = 0; round < 4000; round++) {
            ColumnSchema[] schemas = new ColumnSchema[columns];
            Object[] values = new Object[columns];
            for (int i = 0; i < columns; i++) {
                schemas[i] = COLUMNS.get(random.nextInt(COLUMNS.size()));
                values[i] = random.nextInt(6) == 0 ? DirectRoute.ANY : value();
            }
            DirectRoute direct = table.direct(schemas);
            if (direct != null) {
                compare(table, direct, schemas, values);
            }
        }
    }

    private void compare(ShardedTable table, DirectRoute direct, ColumnSchema[] schemas, Object[] values) {
        Object database = direct.databaseColumn() < 0 ? DirectRoute.ANY : values[direct.databaseColumn()];
        Object actual = direct.tableColumn() < 0 ? DirectRoute.ANY : values[direct.tableColumn()];
        int[] general = general(table, schemas, values);
        String what = Arrays.toString(values) + " in " + Arrays.toString(schemas) + " of " + table.dataNodes();
        int node = direct.node(database, actual);
        if (node >= 0) {
            known++;
            assertThat(general).as(what).containsExactly(node);
        }
        long nodes = direct.nodes(database, actual);
        if (nodes != 0) {
            List<Integer> chosen = new ArrayList<>();
            for (int i = 0; i < Long.SIZE; i++) {
                if ((nodes >>> i & 1) == 1) {
                    chosen.add(i);
                }
            }
            assertThat(general)
                    .as(what)
                    .containsExactly(chosen.stream().mapToInt(i -> i).toArray());
        }
    }

    /** Null when it refuses. */
    private static int @Nullable [] general(ShardedTable table, ColumnSchema[] schemas, Object[] values) {
        Domain[] domains = new Domain[values.length];
        for (int i = 0; i < values.length; i++) {
            Object[] points = values[i] == DirectRoute.ANY ? null : ShardingValues.points(values[i], schemas[i]);
            domains[i] = points == null ? Domain.ALL : new Domain.Points(points);
        }
        try {
            return table.route(domains, HintValues.NONE);
        } catch (ShardingException e) {
            return null;
        }
    }

    private @Nullable Object value() {
        long extreme = List.of(
                        Long.MIN_VALUE,
                        Long.MAX_VALUE,
                        (long) Integer.MIN_VALUE,
                        (long) Integer.MAX_VALUE,
                        Integer.MAX_VALUE + 1L,
                        Integer.MIN_VALUE - 1L,
                        0L,
                        -1L)
                .get(random.nextInt(8));
        return switch (random.nextInt(14)) {
            case 0 -> null;
            case 1 -> Integer.toString(random.nextInt(40) - 20);
            case 2 -> BigDecimal.valueOf(random.nextInt(400) - 200, 1);
            case 3 -> (double) random.nextInt(40);
            case 4 -> BigInteger.valueOf(extreme);
            case 5 -> (short) (random.nextInt(60) - 30);
            case 6 -> (byte) (random.nextInt(60) - 30);
            case 7 -> random.nextBoolean();
            case 8, 9 -> extreme;
            case 10 -> (int) extreme;
            case 11 -> random.nextInt(100) - 50;
            default -> (long) random.nextInt(100) - 50;
        };
    }
}
