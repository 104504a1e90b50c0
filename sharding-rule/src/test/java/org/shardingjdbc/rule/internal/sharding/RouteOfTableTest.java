package org.shardingjdbc.rule.internal.sharding;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.AlgorithmProperties;
import org.shardingjdbc.rule.algorithm.ComplexShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.ComplexShardingValue;
import org.shardingjdbc.rule.algorithm.HintShardingAlgorithm;
import org.shardingjdbc.rule.algorithm.HintShardingValue;
import org.shardingjdbc.rule.algorithm.PreciseShardingValue;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;
import org.shardingjdbc.rule.algorithm.StandardShardingAlgorithm;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.hint.ShardingHint;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.placement.Domain;

class RouteOfTableTest {
    private final ShardingRuleConfiguration.Builder rule = ShardingRuleConfiguration.builder();

    private ShardedTable compiled(ShardedTableConfiguration table) {
        rule.table(table);
        return requireNonNull((ShardedTable) compiled().table(table.logicTable()));
    }

    private Rules compiled() {
        return RuleCompiler.compile(List.of("ds_0", "ds_1"), List.of(rule.build()), KeyGenerators.load(() -> 0));
    }

    private void algorithm(String name, String type, String... props) {
        rule.shardingAlgorithm(name, AlgorithmConfiguration.of(type, props));
    }

    private static List<String> route(ShardedTable table, Domain... domains) {
        return route(table, HintValues.NONE, domains);
    }

    private static List<String> route(ShardedTable table, HintValues hints, Domain... domains) {
        return java.util.Arrays.stream(table.route(domains, hints))
                .mapToObj(node -> table.dataNodes().get(node).toString())
                .toList();
    }

    private static Domain points(Object... values) {
        return new Domain.Points(values);
    }

    private static Domain between(Comparable<?> lower, @Nullable Comparable<?> upper) {
        return new Domain.Interval(lower, true, upper, true);
    }

    private ShardedTable byUserAndOrder() {
        algorithm("db", "INLINE", "algorithm-expression", "ds_${user_id % 2}");
        algorithm("tb", "MOD", "sharding-count", "2");
        return compiled(new ShardedTableConfiguration("t", "ds_${0..1}.t_${0..1}")
                .withDatabaseStrategy(StrategyConfiguration.standard("USER_ID", "db"))
                .withTableStrategy(StrategyConfiguration.standard("Order_Id", "tb")));
    }

    @Test
    void bothStrategiesNarrow() {
        ShardedTable table = byUserAndOrder();
        assertThat(table.shardingColumns()).containsExactly("user_id", "order_id");
        assertThat(route(table, points(1), points(4))).containsExactly("ds_1.t_0");
        assertThat(route(table, points(1), Domain.ALL)).containsExactly("ds_1.t_0", "ds_1.t_1");
        assertThat(route(table, Domain.ALL, points(1))).containsExactly("ds_0.t_1", "ds_1.t_1");
        assertThat(route(table, Domain.ALL, Domain.ALL)).hasSize(4);
        assertThat(route(table, points(0, 2), points(0, 1))).containsExactly("ds_0.t_0", "ds_0.t_1");
        assertThat(route(table, Domain.ALL, between(2, 2))).containsExactly("ds_0.t_0", "ds_1.t_0");
    }

    @Test
    void contradictionReadsNothing() {
        ShardedTable table = byUserAndOrder();
        assertThat(route(table, Domain.NONE, Domain.ALL)).isEmpty();
        assertThat(route(table, points(1), Domain.NONE)).isEmpty();
        assertThat(route(table, Domain.ALL, between(3, 2))).isEmpty();
    }

    @Test
    void rangeOnInlineSaysHowToAllowIt() {
        ShardedTable table = byUserAndOrder();
        assertThatThrownBy(() -> route(table, between(1, 2), Domain.ALL))
                .isInstanceOf(ShardingException.class)
                .hasMessage(
                        "SHD-4001: Sharding algorithm db of logic table t does not say where a range of user_id lies."
                                + " Set its property allow-range-query-with-inline-sharding to true to read all targets,"
                                + " or give values with = or IN.");
    }

    @Test
    void intervalOfOneValueIsThatValueAndOneOfNoneReadsNothing() {
        ShardedTable table = byUserAndOrder();
        assertThat(route(table, between(5, 5), Domain.ALL)).containsExactly("ds_1.t_0", "ds_1.t_1");
        assertThat(route(table, between(6, 5), Domain.ALL)).isEmpty();
        assertThat(route(table, new Domain.Interval(5, true, 5, false), Domain.ALL))
                .isEmpty();
    }

    @Test
    void textsThatDoNotSortAsTimesAreReadEverywhere() {
        algorithm(
                "german",
                "INTERVAL",
                "datetime-pattern",
                "dd.MM.yyyy",
                "datetime-lower",
                "01.01.2024",
                "datetime-upper",
                "31.03.2024",
                "sharding-suffix-pattern",
                "MM",
                "datetime-interval-unit",
                "MONTHS");
        ShardedTable table = compiled(new ShardedTableConfiguration("t", "ds_0.t_0${1..3}")
                .withTableStrategy(StrategyConfiguration.standard("day", "german")));
        assertThat(route(table, points("15.02.2024"))).containsExactly("ds_0.t_02");
        assertThat(route(table, between("01.02.2024", "28.02.2024"))).hasSize(3);
    }

    @Test
    void oneColumnForBothRoutesEachValueByItself() {
        algorithm("db", "INLINE", "algorithm-expression", "ds_${id % 2}");
        algorithm("tb", "INLINE", "algorithm-expression", "t_${id % 4}");
        ShardedTable table = compiled(new ShardedTableConfiguration("t", "ds_0.t_0, ds_1.t_1, ds_0.t_2, ds_1.t_3")
                .withDatabaseStrategy(StrategyConfiguration.standard("id", "db"))
                .withTableStrategy(StrategyConfiguration.standard("id", "tb")));
        assertThat(table.shardingColumns()).containsExactly("id");
        assertThat(route(table, points(4))).containsExactly("ds_0.t_0");
        assertThat(route(table, points(7, 2))).containsExactly("ds_0.t_2", "ds_1.t_3");
    }

    @Test
    void valueWhoseNodeIsNotConfiguredIsAnError() {
        algorithm("db", "INLINE", "algorithm-expression", "ds_${id % 2}");
        algorithm("tb", "INLINE", "algorithm-expression", "t_${id % 4}");
        ShardedTable table = compiled(new ShardedTableConfiguration("t", "ds_0.t_0, ds_1.t_1, ds_1.t_2, ds_0.t_3")
                .withDatabaseStrategy(StrategyConfiguration.standard("id", "db"))
                .withTableStrategy(StrategyConfiguration.standard("id", "tb")));
        assertThat(route(table, points(1))).containsExactly("ds_1.t_1");
        assertThatThrownBy(() -> route(table, points(2)))
                .hasMessageStartingWith(
                        "SHD-4002: Sharding algorithm tb of logic table t chose data node ds_0.t_2, which is not "
                                + "configured, for a value of class Integer; configured are [ds_0.t_0, ds_1.t_1, ds_1.t_2, ds_0.t_3]");
        assertThatThrownBy(() -> route(table, points(-1)))
                .hasMessageStartingWith(
                        "SHD-4002: Sharding algorithm db of logic table t chose target ds_-1, which is not configured, for");
        assertThatThrownBy(() -> route(table, points("x")))
                .hasMessageStartingWith(
                        "SHD-4005: Sharding algorithm db of logic table t takes no value of class String: "
                                + "% is not defined for String");
    }

    @Test
    void tablesOfDifferentDataSourcesMayDiffer() {
        algorithm("tb", "MOD", "sharding-count", "4");
        ShardedTable table = compiled(new ShardedTableConfiguration("t", "ds_0.t_${0..1}, ds_1.t_${2..3}")
                .withTableStrategy(StrategyConfiguration.standard("id", "tb")));
        assertThat(route(table, points(6))).containsExactly("ds_1.t_2");
        assertThat(route(table, between(1, 2))).containsExactly("ds_0.t_1", "ds_1.t_2");
    }

    @Test
    void autoTablesAreDealtOutInTurn() {
        algorithm("bounds", "BOUNDARY_RANGE", "sharding-ranges", "10,20");
        rule.autoTable(new AutoTableConfiguration("t", "ds_${[1, 0]}", StrategyConfiguration.standard("id", "bounds")));
        ShardedTable table = requireNonNull((ShardedTable) compiled().table("t"));
        assertThat(route(table, Domain.ALL)).containsExactly("ds_1.t_0", "ds_0.t_1", "ds_1.t_2");
        assertThat(route(table, points(19L))).containsExactly("ds_0.t_1");
        assertThat(route(table, between(10L, null))).containsExactly("ds_0.t_1", "ds_1.t_2");
    }

    @Test
    void hintsRouteHintStrategies() {
        algorithm("hinted", "HINT_INLINE", "algorithm-expression", "ds_${value}");
        algorithm("names", "HINT_INLINE");
        ShardedTable table = compiled(new ShardedTableConfiguration("t", "ds_${0..1}.t_${0..1}")
                .withDatabaseStrategy(StrategyConfiguration.hint("hinted"))
                .withTableStrategy(StrategyConfiguration.hint("names")));
        assertThat(route(table)).hasSize(4);
        try (ShardingHint hint = ShardingHint.open()) {
            hint.addDatabaseShardingValue("t", 1);
            assertThat(route(table, HintValues.current())).containsExactly("ds_1.t_0", "ds_1.t_1");
            hint.addTableShardingValue("t", "t_1");
            assertThat(route(table, HintValues.current())).containsExactly("ds_1.t_1");
            hint.addDatabaseShardingValue("t", 7);
            assertThatThrownBy(() -> route(table, HintValues.current())).hasMessageContaining("SHD-4002");
        }
    }

    @Test
    void complexInlineTakesAllColumnsOrAllTargets() {
        algorithm(
                "complex", "COMPLEX_INLINE", "algorithm-expression", "t_${a % 2}_${b % 2}", "sharding-columns", "a,b");
        ShardedTable table = compiled(new ShardedTableConfiguration("t", "ds_0.t_${0..1}_${0..1}")
                .withTableStrategy(StrategyConfiguration.complex(List.of("a", "b"), "complex")));
        assertThat(route(table, points(1), points(4))).containsExactly("ds_0.t_1_0");
        assertThat(route(table, points(1, 2), points(4))).containsExactly("ds_0.t_0_0", "ds_0.t_1_0");
        assertThat(route(table, points(1), Domain.ALL)).hasSize(4);
        assertThat(route(table, Domain.ALL, Domain.ALL)).hasSize(4);
        assertThatThrownBy(() -> route(table, points(1), between(1, 2)))
                .extracting(error -> ((ShardingException) error).code())
                .isEqualTo(ErrorCode.RANGE_NOT_ROUTABLE);
    }

    /** Chooses by position, so it must see the list of each data source. */
    public static final class ByPosition implements StandardShardingAlgorithm<Integer> {
        private final int shift;

        public ByPosition(AlgorithmProperties properties) {
            shift = (int) properties.wholeNumber("shift", 0, 0, 9);
        }

        @Override
        public String precise(List<String> targets, PreciseShardingValue<Integer> value) {
            return targets.get((value.value() + shift) % targets.size());
        }

        @Override
        public Collection<String> range(List<String> targets, RangeShardingValue<Integer> range) {
            return targets.subList(0, 1);
        }
    }

    public static final class BothColumns implements ComplexShardingAlgorithm {
        @Override
        public Collection<String> complex(List<String> targets, ComplexShardingValue value) {
            return targets.subList(0, value.points().size() + value.ranges().size());
        }
    }

    public static final class Everything implements HintShardingAlgorithm {
        @Override
        public Collection<String> hint(List<String> targets, HintShardingValue values) {
            return targets;
        }
    }

    @Test
    void classOfTheApplicationChoosesAmongTheTablesOfEachDataSource() {
        algorithm(
                "own",
                "CLASS_BASED",
                "strategy",
                "STANDARD",
                "algorithmClassName",
                ByPosition.class.getName(),
                "shift",
                "1");
        algorithm("db", "MOD", "sharding-count", "2");
        ShardedTable table = compiled(new ShardedTableConfiguration("t", "ds_0.t_${0..2}, ds_1.t_${3..4}")
                .withDatabaseStrategy(StrategyConfiguration.standard("id", "db"))
                .withTableStrategy(StrategyConfiguration.standard("id", "own")));
        assertThat(route(table, points(0))).containsExactly("ds_0.t_1");
        assertThat(route(table, points(1))).containsExactly("ds_1.t_3");
        assertThat(route(table, points(0, 1, 4))).containsExactly("ds_0.t_1", "ds_0.t_2", "ds_1.t_3");
        assertThat(route(table, between(0, 9))).containsExactly("ds_0.t_0", "ds_1.t_3");
        assertThatThrownBy(() -> route(table, points("x")))
                .hasMessageContaining("SHD-4")
                .hasMessageContaining("String");
    }

    @Test
    void complexAndHintClassesOfTheApplication() {
        algorithm("own", "CLASS_BASED", "strategy", "complex", "algorithmClassName", BothColumns.class.getName());
        algorithm("hint", "CLASS_BASED", "strategy", "HINT", "algorithmClassName", Everything.class.getName());
        ShardedTable table = compiled(new ShardedTableConfiguration("t", "ds_${0..1}.t_${0..3}")
                .withDatabaseStrategy(StrategyConfiguration.hint("hint"))
                .withTableStrategy(StrategyConfiguration.complex(List.of("a", "b"), "own")));
        assertThat(route(table, points(1), Domain.ALL)).containsExactly("ds_0.t_0", "ds_1.t_0");
        assertThat(route(table, points(1), between(1, 2))).hasSize(4);
    }

    @Test
    void bindingTablesMayHaveOtherNamesForTheirColumns() {
        algorithm("o", "INLINE", "algorithm-expression", "t_order_${order_id % 2}");
        algorithm("i", "INLINE", "algorithm-expression", "t_order_item_${ oid % 2 }");
        rule.table(new ShardedTableConfiguration("t_order", "ds_${0..1}.t_order_${0..1}")
                .withTableStrategy(StrategyConfiguration.standard("order_id", "o")));
        rule.table(new ShardedTableConfiguration("t_order_item", "ds_${0..1}.t_order_item_${0..1}")
                .withTableStrategy(StrategyConfiguration.standard("oid", "i")));
        rule.bindingTables("t_order", "t_order_item");
        Rules rules = compiled();
        assertThat(requireNonNull((ShardedTable) rules.table("t_order")).bindingGroup())
                .isZero();
        assertThat(requireNonNull((ShardedTable) rules.table("t_order_item")).bindingGroup())
                .isZero();
    }
}
