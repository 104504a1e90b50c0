package org.shardingjdbc.route.internal.shape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.AbstractList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shardingjdbc.rule.placement.DataNode;

class UnitsOfNodesTest {
    /** Nodes of which each that is asked for is counted. */
    private static final class CountedNodes extends AbstractList<DataNode> {
        private final int size;
        private final String table;
        private int asked;

        CountedNodes(int size, String table) {
            this.size = size;
            this.table = table;
        }

        @Override
        public DataNode get(int index) {
            asked++;
            return new DataNode(index % 2, "ds_" + index % 2, table + "_" + index);
        }

        @Override
        public int size() {
            return size;
        }
    }

    @Test
    void ofManyNodesOnlyThoseAreMadeThatAreAskedFor() {
        CountedNodes nodes = new CountedNodes(100_000, "t");
        List<RouteUnit> units = UnitsOfNodes.of(nodes, List.of(nodes), List.of(""));
        assertThat(units).hasSize(100_000);
        assertThat(nodes.asked).isZero();
        RouteUnit unit = units.get(99_999);
        assertThat(unit).isEqualTo(new RouteUnit(1, "ds_1", List.of("t_99999")));
        assertThat(units.get(99_999)).isSameAs(unit);
        // for the place and for the name
        assertThat(nodes.asked).isEqualTo(2);
        assertThatThrownBy(() -> units.get(100_000)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> units.get(-1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void namesAreThoseOfEachTableOfTheStatement() {
        for (int size : List.of(3, 64, 65, 129)) {
            CountedNodes nodes = new CountedNodes(size, "t");
            List<RouteUnit> units = UnitsOfNodes.of(
                    nodes, List.of(nodes, List.of(), new CountedNodes(size, "u")), List.of("", "Config", ""));
            assertThat(units).hasSize(size);
            int index = 0;
            for (RouteUnit unit : units) {
                assertThat(unit)
                        .isEqualTo(new RouteUnit(
                                index % 2, "ds_" + index % 2, List.of("t_" + index, "Config", "u_" + index)));
                index++;
            }
            assertThat(index).isEqualTo(size);
        }
    }
}
