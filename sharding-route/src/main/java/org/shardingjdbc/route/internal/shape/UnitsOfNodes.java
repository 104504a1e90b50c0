package org.shardingjdbc.route.internal.shape;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.RandomAccess;
import org.shardingjdbc.rule.internal.value.LazyElements;
import org.shardingjdbc.rule.placement.DataNode;

/** One route unit for each data node of a table of many, made when it is first asked for. */
final class UnitsOfNodes extends AbstractList<RouteUnit> implements RandomAccess {
    private final List<DataNode> nodes;
    private final List<List<DataNode>> nodesOfTables;
    private final List<String> written;
    private final LazyElements<RouteUnit> units;

    private UnitsOfNodes(List<DataNode> nodes, List<List<DataNode>> nodesOfTables, List<String> written) {
        this.nodes = nodes;
        this.nodesOfTables = List.copyOf(nodesOfTables);
        this.written = List.copyOf(written);
        this.units = new LazyElements<>(nodes.size(), this::unit);
    }

    /**
     * The units; of a few nodes all are made at once.
     *
     * @param nodes where the units are
     * @param nodesOfTables for each table of the statement its data nodes, which correspond to those; empty where it
     *     has none
     * @param written for each table the name that it has everywhere if it has no data nodes
     */
    static List<RouteUnit> of(List<DataNode> nodes, List<List<DataNode>> nodesOfTables, List<String> written) {
        List<RouteUnit> units = new UnitsOfNodes(nodes, nodesOfTables, written);
        return nodes.size() <= LazyElements.TOGETHER ? List.copyOf(units) : units;
    }

    @Override
    public RouteUnit get(int index) {
        return units.get(index);
    }

    private RouteUnit unit(int index) {
        DataNode node = nodes.get(index);
        List<String> actual = new ArrayList<>(written.size());
        for (int at = 0; at < written.size(); at++) {
            List<DataNode> own = nodesOfTables.get(at);
            actual.add(own.isEmpty() ? written.get(at) : own.get(index).table());
        }
        return new RouteUnit(node.dataSource(), node.dataSourceName(), actual);
    }

    @Override
    public int size() {
        return units.size();
    }
}
