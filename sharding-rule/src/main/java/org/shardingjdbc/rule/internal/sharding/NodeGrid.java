package org.shardingjdbc.rule.internal.sharding;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.algorithm.TargetNames;
import org.shardingjdbc.rule.placement.DataNode;

/**
 * A table's data nodes as a grid of its data sources and its actual tables. What holds of all cells is not stored for
 * each: a full grid is its edges. Immutable.
 */
final class NodeGrid {
    /** The data source of each row, by its index in the rules. */
    private final int[] sources;

    private final TargetNames dataSources;
    private final TargetNames tables;
    /** Null where every cell is a node, row by row. */
    private final @Nullable Cells cells;

    private final List<DataNode> nodes = new Nodes();
    /** Null before they are asked for; made by any thread, always the same. */
    private volatile int @Nullable [] onlyNodes;

    /**
     * The cells that are nodes.
     *
     * @param cellOf by node
     * @param nodeOf by cell, row by row; -1 where there is none
     */
    private record Cells(int[] cellOf, int[] nodeOf) {}

    /**
     * A full grid, whose nodes are listed row by row.
     *
     * @param sources the data sources of the rows, by their index in the rules
     * @param dataSources their names, no duplicates
     * @param tables not empty, no duplicates
     */
    NodeGrid(int[] sources, List<String> dataSources, List<String> tables) {
        this.sources = sources.clone();
        this.dataSources = TargetNames.of(dataSources);
        this.tables = TargetNames.of(tables);
        cells = null;
    }

    /** @param nodes not empty, no duplicates */
    NodeGrid(List<DataNode> nodes) {
        LinkedHashSet<String> sourceNames = new LinkedHashSet<>();
        LinkedHashSet<String> tableNames = new LinkedHashSet<>();
        for (DataNode node : nodes) {
            sourceNames.add(node.dataSourceName());
            tableNames.add(node.table());
        }
        dataSources = TargetNames.of(List.copyOf(sourceNames));
        tables = TargetNames.of(List.copyOf(tableNames));
        sources = new int[dataSources.size()];
        int[] cellOf = new int[nodes.size()];
        int[] nodeOf = new int[dataSources.size() * tables.size()];
        Arrays.fill(nodeOf, -1);
        boolean full = nodes.size() == nodeOf.length;
        for (int i = 0; i < nodes.size(); i++) {
            int row = dataSources.position(nodes.get(i).dataSourceName());
            int cell = row * tables.size() + tables.position(nodes.get(i).table());
            sources[row] = nodes.get(i).dataSource();
            cellOf[i] = cell;
            nodeOf[cell] = i;
            full &= cell == i;
        }
        cells = full ? null : new Cells(cellOf, nodeOf);
    }

    private final class Nodes extends AbstractList<DataNode> implements RandomAccess {
        @Override
        public DataNode get(int node) {
            int cell = cells == null ? node : cells.cellOf()[node];
            return node(cell / tables.size(), tables.get(cell % tables.size()));
        }

        @Override
        public int size() {
            return cells == null ? sources.length * tables.size() : cells.cellOf().length;
        }

        @Override
        public Iterator<DataNode> iterator() {
            return cells == null ? new FullIterator() : super.iterator();
        }
    }

    /** Without the names being kept. */
    private final class FullIterator implements Iterator<DataNode> {
        private int row;
        private Iterator<String> columns = tables.iterator();

        @Override
        public boolean hasNext() {
            return columns.hasNext() || row < sources.length - 1;
        }

        @Override
        public DataNode next() {
            if (!columns.hasNext() && row < sources.length - 1) {
                row++;
                columns = tables.iterator();
            }
            return node(row, columns.next());
        }
    }

    private DataNode node(int row, String table) {
        return new DataNode(sources[row], dataSources.get(row), table);
    }

    /** Made as they are asked for. */
    List<DataNode> nodes() {
        return nodes;
    }

    /** Names of the data sources, each once; the position is the row. */
    TargetNames dataSources() {
        return dataSources;
    }

    /** The actual tables, each name once; the position is the column. */
    TargetNames tables() {
        return tables;
    }

    /** The node's index, or -1 where there is none. */
    int node(int row, int column) {
        int cell = row * tables.size() + column;
        return cells == null ? cell : cells.nodeOf()[cell];
    }

    /**
     * Whether a table is in a data source.
     *
     * @param source its index in the rules
     * @param column -1 for none
     */
    boolean isNode(int source, int column) {
        int row = column < 0 ? -1 : row(source);
        return row >= 0 && node(row, column) >= 0;
    }

    /** The row of a data source, by its index in the rules; -1 where it has none. Each row has a node. */
    int row(int source) {
        for (int row = 0; row < sources.length; row++) {
            if (sources[row] == source) {
                return row;
            }
        }
        return -1;
    }

    /** For each actual table its only node's index, or -1 where there are several; nobody changes it. */
    int[] onlyNodes() {
        int[] known = onlyNodes;
        if (known == null) {
            known = new int[tables.size()];
            for (int column = 0; column < known.length; column++) {
                known[column] = onlyNodeOf(column);
            }
            onlyNodes = known;
        }
        return known;
    }

    private int onlyNodeOf(int column) {
        int only = -1;
        for (int row = 0; row < dataSources.size(); row++) {
            if (node(row, column) >= 0) {
                if (only >= 0) {
                    return -1;
                }
                only = node(row, column);
            }
        }
        return only;
    }

    /** The actual tables of a row, in configured order. */
    TargetNames tablesOf(int row) {
        if (cells == null) {
            return tables;
        }
        List<String> names = new ArrayList<>();
        for (int cell : cells.cellOf()) {
            if (cell / tables.size() == row) {
                names.add(tables.get(cell % tables.size()));
            }
        }
        return TargetNames.of(names);
    }
}
