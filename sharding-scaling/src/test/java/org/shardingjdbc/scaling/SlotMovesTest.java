package org.shardingjdbc.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.ShardingDataSourceFactory;
import org.shardingjdbc.jdbc.config.PlaceholderType;
import org.shardingjdbc.jdbc.config.Secrets;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.jdbc.config.YamlConfigurations;
import org.shardingjdbc.rule.algorithm.HashSlot;

/** What the next configuration is when slots go elsewhere, and which moves even out rows. */
class SlotMovesTest {
    private static final String RULES = """
            dataSources:
              ds_0: {jdbcUrl: 'jdbc:h2:mem:slots_0', username: sa}
              ds_1: {jdbcUrl: 'jdbc:h2:mem:slots_1', username: sa}
              ds_2: {jdbcUrl: 'jdbc:h2:mem:slots_2', username: sa}
            rules:
            - !SHARDING
              tables:
                t_order:
                  actualDataNodes: ds_${0..1}.t_order_${0..1}
                  tableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_slot}}
                t_item:
                  actualDataNodes: ds_${0..1}.t_item_${0..1}
                  tableStrategy: {standard: {shardingColumn: user_id, shardingAlgorithmName: by_slot}}
                t_other:
                  actualDataNodes: ds_${0..1}.t_other_${0..1}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: other}}
                t_mod:
                  actualDataNodes: ds_0.t_mod_${0..1}
                  tableStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: mod}}
              autoTables:
                t_auto:
                  actualDataSources: ds_${0..1}
                  shardingStrategy: {standard: {shardingColumn: id, shardingAlgorithmName: counted}}
              bindingTables:
              - t_order, t_item
              shardingAlgorithms:
                by_slot:
                  type: HASH_SLOT
                  props:
                    slots: 1024
                    nodes: 'ds_0.*_0: 0-255; ds_0.*_1: 256-511; ds_1.*_0: 512-767; ds_1.*_1: 768-1023'
                other: {type: HASH_SLOT, props: {slots: 16, nodes: 'ds_0.*_0: 0-3; ds_0.*_1: 4-7; ds_1.*_0: 8-15; ds_1.*_1: '}}
                counted: {type: HASH_SLOT, props: {slots: 16, sharding-count: 4}}
                mod: {type: MOD, props: {sharding-count: 2}}
            """;

    private static ShardingConfiguration current() {
        return YamlConfigurations.parse(RULES, "slots.yaml", PlaceholderType.NONE);
    }

    private static String next(String table, String... moves) throws Exception {
        List<SlotMove> all = new ArrayList<>();
        for (String each : moves) {
            all.addAll(SlotMove.parse(each));
        }
        return YamlConfigurations.write(SlotMoves.of(current(), table).next(all), Secrets.WRITTEN);
    }

    @Test
    void aNodeThatLosesSlotsGetsAnotherName() throws Exception {
        assertThat(SlotMoves.of(current(), "t_order").tables()).containsExactly("t_order", "t_item");
        String yaml = next("t_order", "0-99,200=ds_2.t_order_0");
        assertThat(yaml)
                .contains("ds_0.t_order_0_v2, ds_0.t_order_1, ds_1.t_order_0, ds_1.t_order_1, ds_2.t_order_0")
                .contains("ds_0.t_item_0_v2, ds_0.t_item_1, ds_1.t_item_0, ds_1.t_item_1, ds_2.t_item_0")
                .contains("ds_0.t_order_0_v2: 100-199, 201-255")
                .contains("ds_2.t_item_0: 0-99, 200");
    }

    @Test
    void aNodeThatGetsSlotsGetsAnotherNameAndOneWithoutAnyGoes() throws Exception {
        assertThat(next("t_other", "0-3=ds_1.t_other_0"))
                .contains("ds_0.t_other_1, ds_1.t_other_0_v2, ds_1.t_other_1")
                .contains("ds_1.t_other_0_v2: 0-3, 8-15")
                .doesNotContain("ds_0.t_other_0");
        assertThat(next("t_other", "4-5=ds_1.t_other_1")).contains("ds_1.t_other_1_v2: 4-5");
    }

    @Test
    void slotsThatStayChangeNothing() throws Exception {
        assertThat(next("t_other", "0-3=ds_0.t_other_0")).contains("ds_0.t_other_0, ds_0.t_other_1, ds_1.t_other_0");
    }

    @Test
    void countedTablesAreListed() throws Exception {
        assertThat(next("t_auto", "15=ds_2.t_auto_4"))
                .contains("ds_0.t_auto_0, ds_1.t_auto_1, ds_0.t_auto_2, ds_1.t_auto_3_v2, ds_2.t_auto_4")
                .contains("ds_1.t_auto_3_v2: 12-14");
    }

    @Test
    void versionsAreCounted() throws Exception {
        ShardingConfiguration once = SlotMoves.of(current(), "t_other").next(SlotMove.parse("0=ds_2.t_other_0"));
        ShardingConfiguration twice = SlotMoves.of(once, "t_other").next(SlotMove.parse("1=ds_2.t_other_0"));
        assertThat(YamlConfigurations.write(twice, Secrets.WRITTEN))
                .contains("ds_0.t_other_0_v3: 2-3")
                .contains("ds_2.t_other_0_v2: 0-1");
    }

    @Test
    void mistakesAreTold() {
        assertThatThrownBy(() -> SlotMove.parse("0-511")).hasMessageContaining("'0-511' is no move of slots");
        assertThatThrownBy(() -> SlotMove.parse("9-2=ds_0.t")).hasMessageContaining("is no move of slots");
        assertThatThrownBy(() -> SlotMoves.of(current(), "t_mod")).hasMessageContaining("table t_mod has no slots");
        assertThatThrownBy(() -> SlotMoves.of(current(), "t_none")).hasMessageContaining("t_none is not sharded");
        assertThatThrownBy(() -> next("t_order", "1000-1024=ds_2.t_order_0")).hasMessageContaining("beyond slot 1023");
        assertThatThrownBy(() -> next("t_order", "0-9=ds_2.t_order_0", "9=ds_1.t_order_0"))
                .hasMessageContaining("slot 9 goes to");
        assertThatThrownBy(() -> next("t_order", "0-9=ds_2.orders"))
                .hasMessageContaining("does not begin with t_order");
        assertThatThrownBy(() -> next("t_other", "0-3=ds_9.t_other_0")).hasMessageContaining("ds_9");
    }

    @Test
    void adviceEvensOutRows() {
        int[] slots = new int[1024];
        long[] rows = new long[1024];
        for (int slot = 0; slot < slots.length; slot++) {
            slots[slot] = slot / 512;
            rows[slot] = slot % 7 * 10L;
        }
        assertThat(SlotAdvice.of(List.of("ds_0.t_0", "ds_1.t_0"), slots, rows).moves())
                .isEmpty();
        SlotAdvice third = SlotAdvice.of(List.of("ds_0.t_0", "ds_1.t_0", "ds_2.t_0"), slots, rows);
        assertThat(third.moves())
                .allMatch(move -> move.node().equals("ds_2.t_0"))
                .hasSizeLessThan(4);
        long share = Arrays.stream(rows).sum() / 3;
        assertThat(third.after())
                .allMatch(node -> Math.abs(node.rows() - share) < share / 10)
                .hasSize(3);
        assertThat(third.before().get(2)).isEqualTo(new SlotAdvice.Node("ds_2.t_0", 0, 0));
        long[] hot = new long[1024];
        hot[5] = 1_000_000;
        hot[600] = 10;
        assertThat(SlotAdvice.of(List.of("ds_0.t_0", "ds_1.t_0"), slots, hot).moves())
                .as("one slot cannot be divided")
                .noneMatch(move -> move.first() <= 5 && move.last() >= 5);
    }

    /** Statements ask for one key again and again, and another data node takes some of the other slots of its own. */
    @Test
    void adviceEvensOutStatements() throws Exception {
        String rules = RULES.replace("slots_", "counted_slots_");
        try (ShardingDataSource plain =
                ShardingDataSourceFactory.create(YamlConfigurations.parse(rules, "slots.yaml", PlaceholderType.NONE))) {
            assertThatThrownBy(() -> SlotAdvice.ofStatements(plain, "t_other", List.of()))
                    .hasMessageContaining("SHD-8001")
                    .hasMessageContaining("nobody counts the statements of table t_other")
                    .hasMessageContaining("count-statements: true");
        }
        ShardingConfiguration counting = YamlConfigurations.parse(
                rules.replace("{slots: 16, nodes:", "{slots: 16, count-statements: true, nodes:")
                        .replace("'ds_0.*_0: 0-3; ds_0.*_1: 4-7; ds_1.*_0: 8-15; ds_1.*_1: '", "'ds_0.*_0: 0-15'")
                        .replace("ds_${0..1}.t_other_${0..1}", "ds_0.t_other_0"),
                "slots.yaml",
                PlaceholderType.NONE);
        try (ShardingDataSource dataSource = ShardingDataSourceFactory.create(counting);
                Connection connection = dataSource.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t_other (id BIGINT PRIMARY KEY)");
            assertThat(SlotAdvice.ofStatements(dataSource, "t_other", List.of("ds_1.t_other_0"))
                            .moves())
                    .isEmpty();
            try (PreparedStatement select = connection.prepareStatement("SELECT id FROM t_other WHERE id = ?")) {
                for (int i = 0; i < 100_000; i++) {
                    select.setLong(1, i % 4 == 0 ? i : 7);
                    select.executeQuery().close();
                }
            }
            SlotAdvice advice = SlotAdvice.ofStatements(dataSource, "t_other", List.of("ds_1.t_other_0"));
            int hot = HashSlot.slot(7L, null, 16);
            assertThat(advice.before().get(0).rows()).isBetween(80_000L, 120_000L);
            assertThat(advice.moves()).isNotEmpty().allMatch(move -> move.node().equals("ds_1.t_other_0"));
            assertThat(advice.after().get(1).rows()).isGreaterThan(10_000);
            assertThat(advice.moves())
                    .as("three of four statements ask for it: it is as much as the rest of both")
                    .noneMatch(move -> move.first() <= hot && hot <= move.last());
        }
    }
}
