package org.shardingjdbc.rule.internal.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jol.info.GraphLayout;
import org.shardingjdbc.rule.config.AlgorithmConfiguration;
import org.shardingjdbc.rule.config.AutoTableConfiguration;
import org.shardingjdbc.rule.config.ShardedTableConfiguration;
import org.shardingjdbc.rule.config.ShardingRuleConfiguration;
import org.shardingjdbc.rule.config.StrategyConfiguration;
import org.shardingjdbc.rule.internal.RuleCompiler;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.internal.key.KeyGenerators;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** What tables of many data nodes take of the heap: how many there are must hardly matter. */
class NodesWeightTest {
    private static final int DATA_SOURCES = 100;
    private static final int ATTEMPTS = 20;
    private static final int BYTES_OF_A_TABLE = 2_000;

    @BeforeAll
    static void makeRecordsReadable() {
        System.setProperty("jol.magicFieldOffset", "true");
    }

    /** Each with the same bound whether it has 128, 1,024 or 8,192 data nodes; # is the table's name. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ds_${0..1}.#_${0..63}                      | #_${id % 64}",
                "ds_${0..1}.#_${0..511}                     | #_${id % 512}",
                "ds_${0..1}.#_${0..4095}                    | #_${id % 4096}",
                "ds_${0..1}.#_${0..511}                     | MOD 512",
                "ds_${0..1}.#_${0..511}                     | HASH_MOD 512",
                "ds_${0..99}.#_${2000..2099}_${[10, 11, 12]} | #_${2000 + id % 100}_${10 + id % 3}",
                "ds_${0..1}.${2020..2027}_#_${0..63}_x      | ${2020 + id % 8}_#_${id % 64}_x",
            })
    void aTableTakesTwoKilobytesHoweverManyNodesItHas(String nodes, String algorithm) {
        assertThat(bytesOfOneMore(nodes, algorithm, false)).isBetween(300L, (long) BYTES_OF_A_TABLE);
    }

    @Test
    void boundTablesTakeNoMore() {
        assertThat(bytesOfOneMore("ds_${0..1}.#_${0..511}", "MOD 512", true)).isLessThan(BYTES_OF_A_TABLE);
    }

    /** Those of which some cells of the grid of data sources and actual tables are no nodes need a few numbers each. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ds_0.#_${0..49999},ds_1.#_${50000..99999} | MOD 100000",
                "AUTO                                      | MOD 100000",
                "ds_${0..99}.#_${0..999}                   | #_${id % 1000}",
            })
    void aTableOfAHundredThousandNodesTakesThreeMegabytes(String nodes, String algorithm) {
        assertThat(bytesOfOneMore(nodes, algorithm, false)).isLessThan(3_000_000);
    }

    /** Names in no order have to be stored; nothing else is, but four to eight bytes to find them. */
    @Test
    void namesInNoOrderTakeLittleMoreThanTheirTexts() {
        String listed = String.join(
                ",",
                IntStream.range(0, 1024)
                        .mapToObj(i -> "ds_0.#_" + i * 7919 % 1024)
                        .toList());
        assertThat(bytesOfOneMore(listed, "#_${id % 1024}", false)).isLessThan(1024 * 100);
    }

    @Test
    void theNodesThatAreAskedForAreMadeAndNoOthers() {
        Rules rules = compiled(1, "ds_${0..99}.#_${0..999}", "#_${id % 1000}", false);
        long before = measured(rules);
        PartitionedTable table = Objects.requireNonNull(rules.tables().get(0).partitioning());
        for (int i = 0; i < 10; i++) {
            assertThat(table.dataNodes().get(70_000 + i).table()).isEqualTo("t_0_" + i);
        }
        table.dataNodes().forEach(node -> assertThat(node.table()).startsWith("t_0_"));
        assertThat(measured(rules) - before).isLessThan(DATA_SOURCES * 64 + 2_000);
    }

    /** What a third and a fourth table take each. */
    private static long bytesOfOneMore(String nodes, String algorithm, boolean bound) {
        long fewer = measured(compiled(2, nodes, algorithm, bound));
        return (measured(compiled(4, nodes, algorithm, bound)) - fewer) / 2;
    }

    private static Rules compiled(int tables, String nodes, String algorithm, boolean bound) {
        ShardingRuleConfiguration.Builder rule = ShardingRuleConfiguration.builder();
        for (int i = 0; i < tables; i++) {
            String name = "t_" + i;
            StrategyConfiguration strategy = StrategyConfiguration.standard("id", name);
            if (nodes.equals("AUTO")) {
                String all = "ds_${0.." + (DATA_SOURCES - 1) + "}";
                rule.autoTable(new AutoTableConfiguration(name, all, strategy));
            } else {
                rule.table(new ShardedTableConfiguration(name, nodes.replace("#", name)).withTableStrategy(strategy));
            }
            String[] words = algorithm.split(" ");
            rule.shardingAlgorithm(
                    name,
                    words[0].endsWith("MOD")
                            ? AlgorithmConfiguration.of(words[0], "sharding-count", words[1])
                            : AlgorithmConfiguration.of(
                                    "INLINE", "algorithm-expression", algorithm.replace("#", name)));
        }
        if (bound) {
            rule.bindingTables(
                    IntStream.range(0, tables).mapToObj(i -> "t_" + i).toArray(String[]::new));
        }
        List<String> names =
                IntStream.range(0, DATA_SOURCES).mapToObj(i -> "ds_" + i).toList();
        return RuleCompiler.compile(names, List.of(rule.build()), KeyGenerators.load(() -> 0));
    }

    /** Objects are told by their addresses, which a collection changes meanwhile: it is repeated. */
    private static long measured(Rules rules) {
        long before = -1;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            long now = GraphLayout.parseInstance(rules).totalSize();
            if (now == before) {
                return now;
            }
            before = now;
        }
        throw new IllegalStateException("no two measurements agree");
    }
}
