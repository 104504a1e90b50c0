package org.shardingjdbc.rule.placement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.rule.hint.HintValues;

class LogicTableTest {
    private static final List<String> DATA_SOURCES = List.of("ds_0", "ds_1", "ds_2");
    private static final LogicTable SPREAD =
            new Spread(List.of(node(1, "t_0"), node(2, "t_1"), node(1, "t_2")), List.of("user_id"));
    private static final LogicTable RENAMED = new RenamedTable("t", node(1, "other"));
    private static final LogicTable REPLICATED = new ReplicatedTable("t");
    private static final LogicTable PINNED = new PinnedTable("t", 1);

    private record Spread(List<DataNode> dataNodes, List<String> shardingColumns) implements PartitionedTable {
        @Override
        public String name() {
            return "t";
        }

        @Override
        public int[] route(Domain[] domains, HintValues hints) {
            return new int[] {0};
        }

        @Override
        public boolean placedByColumns() {
            return true;
        }

        @Override
        public int bindingGroup() {
            return 0;
        }

        @Override
        public KeyGeneration keyGeneration() {
            return new KeyGeneration("id", () -> 1L);
        }
    }

    private static DataNode node(int dataSource, String table) {
        return new DataNode(dataSource, DATA_SOURCES.get(dataSource), table);
    }

    private static Stream<LogicTable> tables() {
        return Stream.of(
                SPREAD, RENAMED, REPLICATED, PINNED, PinnedTable.elsewhere(new SchemaTable("s", false, "t"), 0));
    }

    @ParameterizedTest
    @MethodSource("tables")
    void answersAgree(LogicTable table) {
        assertThat(Stream.of(table.isPartitioned(), table.isReplicated(), table.isPinned())
                        .filter(answer -> answer))
                .hasSize(1);
        assertThat(table.isPinned()).isEqualTo(table.pinnedDataSource() >= 0);
        List<DataNode> nodes = table.dataNodes(DATA_SOURCES);
        assertThat(nodes.get(0).dataSource()).isEqualTo(table.firstDataSource());
        for (int i = 0; i < DATA_SOURCES.size(); i++) {
            int dataSource = i;
            List<String> actual = nodes.stream()
                    .filter(node -> node.dataSource() == dataSource)
                    .map(DataNode::table)
                    .toList();
            assertThat(table.actualTables(i)).isEqualTo(actual);
            assertThat(table.actualTable(i)).isEqualTo(actual.isEmpty() ? null : actual.get(0));
            assertThat(table.isOn(i)).isEqualTo(!actual.isEmpty());
            assertThat(table.isOnlyOn(i)).isEqualTo(actual.equals(allOf(nodes)));
        }
        assertThat(table.isRenamed()
                        || nodes.stream().allMatch(node -> node.table().equals(table.name())))
                .isTrue();
        assertThat(table.onlyDataSource()).isEqualTo(nodes.size() == 1 ? table.firstDataSource() : -1);
        assertThat(table.isSpread() || table.isReplicated()).isEqualTo(nodes.size() > 1);
    }

    private static List<String> allOf(List<DataNode> nodes) {
        return nodes.stream().map(DataNode::table).toList();
    }

    @Test
    void eachKindIsTold() {
        assertThat(tables().map(table -> table.<String>match(
                        partitioned -> "partitioned", replicated -> "replicated", pinned -> "pinned")))
                .containsExactly("partitioned", "partitioned", "replicated", "pinned", "pinned");
    }

    @Test
    void namesOfColumnsHaveNoCase() {
        assertThat(SPREAD.isShardingColumn("USER_ID")).isTrue();
        assertThat(SPREAD.isShardingColumn("id")).isFalse();
        assertThat(SPREAD.generatesKey("Id")).isTrue();
        assertThat(SPREAD.generatesKey("user_id")).isFalse();
        assertThat(PINNED.isShardingColumn("user_id")).isFalse();
        assertThat(PINNED.generatesKey("id")).isFalse();
    }

    @Test
    void tablesOfNoGroupAreBoundToNone() {
        assertThat(SPREAD.isBoundTo(SPREAD)).isTrue();
        assertThat(SPREAD.isBoundTo(RENAMED)).isFalse();
        assertThat(RENAMED.isBoundTo(PINNED)).isFalse();
    }

    @Test
    void tablesOfTheLogicDatabaseNeedNoSchema() {
        LogicTable elsewhere = PinnedTable.elsewhere(new SchemaTable("s", false, "t"), 1);
        assertThat(elsewhere.unqualified()).isEqualTo(new PinnedTable("s.t", 1));
        assertThat(PINNED.unqualified()).isSameAs(PINNED);
        assertThat(SPREAD.unqualified()).isSameAs(SPREAD);
    }
}
