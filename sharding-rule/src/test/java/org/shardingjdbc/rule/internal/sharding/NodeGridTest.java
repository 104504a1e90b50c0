package org.shardingjdbc.rule.internal.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.shardingjdbc.rule.internal.algorithm.TargetNames;
import org.shardingjdbc.rule.placement.DataNode;

class NodeGridTest {
    private static final TargetNames ALL = TargetNames.of(List.of("ds_0", "ds_1", "ds_2"));

    private static DataNode node(String name) {
        int source = name.charAt("ds_".length()) - '0';
        return new DataNode(source, "ds_" + source, name.substring("ds_0.".length()));
    }

    static Stream<List<String>> lists() {
        return Stream.of(
                List.of("ds_0.t_0", "ds_0.t_1", "ds_1.t_0", "ds_1.t_1"),
                List.of("ds_0.t_0", "ds_1.t_0", "ds_0.t_1", "ds_1.t_1"),
                List.of("ds_0.t_0", "ds_1.t_1", "ds_0.t_2", "ds_1.t_3"),
                List.of("ds_1.t_0", "ds_1.t_1", "ds_0.t_0"),
                List.of("ds_0.t_0", "ds_1.t_1", "ds_2.t_2", "ds_0.t_3", "ds_1.t_4", "ds_2.t_5"),
                List.of("ds_1.t_0", "ds_2.t_5", "ds_0.t_3", "ds_1.t_3", "ds_0.t_4", "ds_2.t_1", "ds_2.t_2", "ds_2.t_6"),
                // few of their cells are nodes
                List.of("ds_0.t_0", "ds_1.t_1", "ds_2.t_2", "ds_3.t_3", "ds_4.t_4", "ds_5.t_5"),
                List.of("ds_4.t_0", "ds_1.t_3", "ds_2.t_9", "ds_0.t_8", "ds_3.t_3", "ds_5.t_5", "ds_6.t_7", "ds_6.a"),
                List.of("ds_2.other"));
    }

    /** Full or not, in any order: the nodes are those that were listed. */
    @ParameterizedTest
    @MethodSource("lists")
    void hasTheNodesThatWereListed(List<String> names) {
        List<DataNode> listed = names.stream().map(NodeGridTest::node).toList();
        NodeGrid grid = new NodeGrid(listed, ALL);
        assertThat(grid.nodes()).isEqualTo(listed);
        assertThat(new ArrayList<>(grid.nodes())).isEqualTo(listed);
        for (int row = 0; row < grid.dataSources().size(); row++) {
            String source = grid.dataSources().get(row);
            assertThat(grid.row(source.charAt(source.length() - 1) - '0')).isEqualTo(row);
            List<String> ofRow = listed.stream()
                    .filter(node -> node.dataSourceName().equals(source))
                    .map(DataNode::table)
                    .toList();
            assertThat(grid.tablesOf(row)).isEqualTo(ofRow);
            for (int column = 0; column < grid.tables().size(); column++) {
                int index = names.indexOf(source + "." + grid.tables().get(column));
                assertThat(grid.node(row, column)).isEqualTo(index);
                assertThat(grid.isNode(source.charAt(source.length() - 1) - '0', column))
                        .isEqualTo(index >= 0);
            }
        }
        assertThat(grid.row(7)).isEqualTo(-1);
        assertThat(grid.isNode(7, 0)).isFalse();
        assertThat(grid.isNode(0, -1)).isFalse();
    }

    @ParameterizedTest
    @MethodSource("lists")
    void ofEdgesIsThatOfTheirCells(List<String> names) {
        NodeGrid listed = new NodeGrid(names.stream().map(NodeGridTest::node).toList(), ALL);
        int[] sources = listed.dataSources().stream()
                .mapToInt(name -> name.charAt(name.length() - 1) - '0')
                .toArray();
        NodeGrid full = new NodeGrid(sources, listed.dataSources(), listed.tables());
        List<DataNode> cells = new ArrayList<>();
        for (String source : listed.dataSources()) {
            listed.tables().forEach(table -> cells.add(node(source + "." + table)));
        }
        assertThat(full.nodes()).isEqualTo(cells);
        assertThat(new ArrayList<>(full.nodes())).isEqualTo(cells);
        assertThat(full.node(0, listed.tables().size() - 1))
                .isEqualTo(listed.tables().size() - 1);
    }
}
