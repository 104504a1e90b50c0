package org.shardingjdbc.route.internal.shape;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.placement.DataNode;

/**
 * One route unit for each data node of a table of many, made when it is first asked for and kept, in small arrays: a
 * plan that uses a few of a hundred thousand nodes needs no place for all. Written by any thread: equal units are as
 * good as the same.
 */
final class UnitsOfNodes extends AbstractList<RouteUnit> implements RandomAccess {
    private static final int BITS = 6;

    private final List<DataNode> nodes;
    private final int size;
    private final List<List<DataNode>> nodesOfTables;
    private final List<String> written;
    private final @Nullable RouteUnit[] @Nullable [] made;

    private UnitsOfNodes(List<DataNode> nodes, List<List<DataNode>> nodesOfTables, List<String> written) {
        this.nodes = nodes;
        this.size = nodes.size();
        this.nodesOfTables = List.copyOf(nodesOfTables);
        this.written = List.copyOf(written);
        this.made = new RouteUnit[(size - 1 >> BITS) + 1][];
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
        return nodes.size() <= 1 << BITS ? List.copyOf(units) : units;
    }

    @Override
    public RouteUnit get(int index) {
        Objects.checkIndex(index, size);
        RouteUnit[] kept = made[index >> BITS];
        if (kept == null) {
            kept = new RouteUnit[Math.min(1 << BITS, size - (index >> BITS << BITS))];
            made[index >> BITS] = kept;
        }
        int at = index & (1 << BITS) - 1;
        RouteUnit unit = kept[at];
        if (unit == null) {
            unit = unit(index);
            kept[at] = unit;
        }
        return unit;
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
        return size;
    }
}
