package org.shardingjdbc.rule.internal.sharding;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.hint.HintValues;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.internal.slot.SlotHash;
import org.shardingjdbc.rule.placement.Domain;

class SlotRoutesTest {
    private final ShardingRuleConfiguration.Builder rule = ShardingRuleConfiguration.builder();

    private void table(String name, String nodes, String algorithm) {
        rule.table(new ShardedTableConfiguration(name, nodes)
                .withTableStrategy(StrategyConfiguration.standard("id", algorithm)));
    }

    private void slots(String name, String nodes) {
        rule.shardingAlgorithm(name, AlgorithmConfiguration.of("HASH_SLOT", "slots", "16", "nodes", nodes));
    }

    private ShardedTable compiled(String table) {
        return requireNonNull((ShardedTable)
                RuleCompiler.compile(List.of("ds_0", "ds_1"), List.of(rule.build()), KeyGenerators.load(() -> 0))
                        .table(table));
    }

    private static List<String> route(ShardedTable table, Domain domain) {
        return Arrays.stream(table.route(new Domain[] {domain}, HintValues.NONE))
                .mapToObj(node -> table.dataNodes().get(node).toString())
                .toList();
    }

    private static Domain points(Object... values) {
        return new Domain.Points(values);
    }

    /** The first number, from 0 on, that has the slot. */
    private static int key(int slot) {
        return IntStream.iterate(0, key -> key + 1)
                .filter(key -> SlotHash.ofNumber(key, 16) == slot)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSlotIsOneDataNode() {
        table("t", "ds_${0..1}.t_${0..1}", "s");
        slots("s", "ds_0.t_0: 0-3, 9\nds_1.t_1: 4-8;ds_1.t_0:10-15 ;");
        ShardedTable table = compiled("t");
        assertThat(route(table, points(key(3)))).containsExactly("ds_0.t_0");
        assertThat(route(table, points((long) key(9)))).containsExactly("ds_0.t_0");
        assertThat(route(table, points(key(4)))).containsExactly("ds_1.t_1");
        assertThat(table.placedByColumns()).isTrue();
        // not what the data sources and the tables of both make
        assertThat(route(table, points(key(0), key(5)))).containsExactly("ds_0.t_0", "ds_1.t_1");
        assertThat(route(table, new Domain.Interval(1, true, 2, true)))
                .containsExactly("ds_0.t_0", "ds_1.t_0", "ds_1.t_1");
        assertThat(route(table, Domain.ALL)).hasSize(4);
        assertThat(route(table, points())).isEmpty();
        assertThatThrownBy(() -> route(table, points(1.5)))
                .isInstanceOfSatisfying(
                        ShardingException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SHARDING_CLASS_REFUSED));
    }

    @Test
    void tablesOfOneNameAreToldApartByTheirDataSource() {
        table("t", "ds_${0..1}.t", "s");
        slots("s", "ds_1: 0-7; ds_0: 8-15");
        ShardedTable table = compiled("t");
        assertThat(route(table, points(key(2)))).containsExactly("ds_1.t");
        assertThat(route(table, points(key(12)))).containsExactly("ds_0.t");
        assertThat(table.placedByColumns()).isTrue();
    }

    @Test
    void countedNodesHaveEqualRanges() {
        rule.autoTable(new AutoTableConfiguration("t", "ds_${0..1}", StrategyConfiguration.standard("id", "s")));
        rule.shardingAlgorithm("s", AlgorithmConfiguration.of("HASH_SLOT", "slots", "16", "sharding-count", "4"));
        ShardedTable table = compiled("t");
        for (int slot = 0; slot < 16; slot++) {
            int node = slot / 4;
            assertThat(route(table, points(key(slot)))).containsExactly("ds_" + node % 2 + ".t_" + node);
        }
    }

    @Test
    void tablesWithEqualSlotsAreBoundWhateverTheirActualTablesAreCalled() {
        table("t", "ds_${0..1}.t_${0..1}", "s");
        table("u", "ds_0.first,ds_0.second,ds_1.third,ds_1.fourth", "other");
        table("v", "ds_${0..1}.v_${0..1}", "s");
        slots("s", "ds_0.*_0: 0-3; ds_1.*_1: 4-15");
        slots("other", "ds_1.fourth: 4-15; ds_0.first: 0-3; ds_0.second:");
        rule.bindingTables("t", "u", "v");
        assertThat(compiled("t").bindingGroup()).isZero();
        assertThat(compiled("u").bindingGroup()).isZero();
        assertThat(compiled("v").bindingGroup()).isZero();
    }

    @Test
    void tablesWithOtherSlotsAreNotBound() {
        table("t", "ds_${0..1}.t", "s");
        table("u", "ds_${0..1}.u", "other");
        slots("s", "ds_0: 0-7; ds_1: 8-15");
        slots("other", "ds_0: 0-6, 8; ds_1: 7, 9-15");
        rule.bindingTables("t", "u");
        assertThatThrownBy(() -> compiled("t"))
                .hasMessageContaining("tables 't' and 'u' cannot be bound: slot 7 is on ds_0.t and on ds_1.u");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ds_0.t_0: 0-15; ds_0.t_0: | node 'ds_0.t_0' is listed twice",
                "ds_0.t_0: 0-8; ds_0.t_1: 8-15 | slot 8 is given to node 'ds_0.t_0' and in range '8-15' to node 'ds_0.t_1'",
                "ds_0.t_0: 0-5; ds_0.t_1: 8-14 | no node is given the slots 6-7, 15",
                "ds_0.t_0: 0-16 | range '0-16' of node 'ds_0.t_0' goes beyond slot 15, the last of 16",
                "ds_0.t_0: 7-3 | range '7-3' of node 'ds_0.t_0' ends at 3, before it begins",
                "ds_0.t_0: 0-x | '0-x' of node 'ds_0.t_0' is no slot and no range of them, such as 17 or 0-1023",
                "ds_0.t_0: -1 | '-1' of node 'ds_0.t_0' is no slot and no range of them",
                "ds_0.t_0: 0-15, | '' of node 'ds_0.t_0' is no slot and no range of them",
                "0-15 | '0-15' must be <data source>.<actual table>: <first slot>-<last slot>",
                "ds_0.t_7: 0-15 | node 'ds_0.t_7' is none of the data nodes [ds_0.t_0, ds_0.t_1, ds_1.t_0, ds_1.t_1]",
                "ds_0: 0-15 | node 'ds_0' may be ds_0.t_0 and ds_0.t_1",
                "ds_0.*: 0-15 | node 'ds_0.*' may be ds_0.t_0 and ds_0.t_1",
                "ds_0.*_0: 0-5; ds_0.t_0: 6-15 | data node ds_0.t_0 is listed twice"
            })
    void mistakesAreTold(String nodes, String message) {
        table("t", "ds_${0..1}.t_${0..1}", "s");
        slots("s", nodes);
        assertThatThrownBy(() -> compiled("t"))
                .hasMessageContaining("property 'nodes': " + message)
                .hasMessageContaining("rules[0].shardingAlgorithms.s.props.nodes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "slots=100,sharding-count=2 | property 'slots' must be a power of two, not 100",
                "slots=131072,sharding-count=2 | property 'slots' must be from 1 to 65536, not 131072",
                "slots=16 | property 'nodes' is required, or 'sharding-count' for equal ranges",
                "sharding-count=2,nodes=ds_0.t_0: 0-4095 | property 'sharding-count' makes equal ranges; there are 'nodes'",
                "sharding-count=2 | several of the data nodes [ds_0.t_0, ds_0.t_1, ds_1.t_0, ds_1.t_1] have the actual table",
                "sharding-count=2,node=x | unknown key 'node' under rules[0].shardingAlgorithms.s.props; did you mean 'nodes'?"
            })
    void otherMistakesAreTold(String props, String message) {
        table("t", "ds_${0..1}.t_${0..1}", "s");
        String[] pairs = Arrays.stream(props.split(","))
                .flatMap(pair -> Arrays.stream(pair.split("=")))
                .toArray(String[]::new);
        rule.shardingAlgorithm("s", AlgorithmConfiguration.of("HASH_SLOT", pairs));
        assertThatThrownBy(() -> compiled("t")).hasMessageContaining(message);
    }

    @Test
    void aNumberWithoutAnActualTableIsTold() {
        table("t", "ds_0.t_${0..1}", "s");
        rule.shardingAlgorithm("s", AlgorithmConfiguration.of("HASH_SLOT", "sharding-count", "3"));
        assertThatThrownBy(() -> compiled("t"))
                .hasMessageContaining("there are 3 ranges of slots, but of the data nodes [ds_0.t_0, ds_0.t_1] none has"
                        + " an actual table with number 2; list them in 'nodes'");
    }

    @Test
    void nothingElseChoosesTheDataSource() {
        slots("s", "ds_0: 0-7; ds_1: 8-15");
        rule.shardingAlgorithm("mod", AlgorithmConfiguration.of("MOD", "sharding-count", "2"));
        rule.table(new ShardedTableConfiguration("t", "ds_${0..1}.t")
                .withDatabaseStrategy(StrategyConfiguration.standard("id", "mod"))
                .withTableStrategy(StrategyConfiguration.standard("id", "s")));
        rule.table(new ShardedTableConfiguration("u", "ds_${0..1}.u")
                .withDatabaseStrategy(StrategyConfiguration.standard("id", "s")));
        assertThatThrownBy(() -> compiled("t"))
                .hasMessageContaining("sharding algorithm 's' of type HASH_SLOT chooses data source and actual table at"
                        + " once; give the table a databaseStrategy with the key none")
                .hasMessageContaining(
                        "name it in the tableStrategy, and give the table a databaseStrategy with the key" + " none");
    }
}
