package org.shardingjdbc.rule.internal.sharding;

import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.RandomAccess;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.algorithm.TargetNames;
import org.shardingjdbc.rule.placement.DataNode;

/**
 * A table's data nodes as a grid of its data sources and its actual tables. What holds of all cells is not stored for
 * each: a full grid is its edges. Immutable.
 */
final class NodeGrid {
    /** A table that has fewer than one of so many cells keeps those that it has. */
    private static final int FEW = 4;

    /** The data source of each row, by its index in the rules. */
    private final int[] sources;

    private final TargetNames dataSources;
    private final TargetNames tables;
    /** Null where every cell is a node and they are listed row by row. */
    private final @Nullable Cells cells;

    private final List<DataNode> nodes = new Nodes();
    /** Null before they are asked for; made by any thread, always the same. */
    private volatile int @Nullable [] onlyNodes;

    /** The cells that are nodes. */
    private abstract static class Cells {
        private final int[] rowOf;
        private final int[] columnOf;

        /** Both by node. */
        Cells(int[] rowOf, int[] columnOf) {
            this.rowOf = rowOf;
            this.columnOf = columnOf;
        }

        final int size() {
            return rowOf.length;
        }

        final int row(int node) {
            return rowOf[node];
        }

        final int column(int node) {
            return columnOf[node];
        }

        /** The node, or -1. */
        abstract int node(int row, int column);
    }

    /** Where many of the cells are nodes. */
    private static final class ManyCells extends Cells {
        private final int columns;
        /** By cell, row by row. */
        private final int[] nodeOf;

        ManyCells(int rows, int columns, int[] rowOf, int[] columnOf) {
            super(rowOf, columnOf);
            this.columns = columns;
            nodeOf = new int[rows * columns];
            Arrays.fill(nodeOf, -1);
            for (int node = 0; node < rowOf.length; node++) {
                nodeOf[rowOf[node] * columns + columnOf[node]] = node;
            }
        }

        @Override
        int node(int row, int column) {
            return nodeOf[row * columns + column];
        }
    }

    /**
     * Where few of the cells are nodes, as with tables that are numbered over all data sources: the nodes of a column,
     * mostly one, stand one after the other.
     */
    private static final class FewCells extends Cells {
        /** By column where its nodes begin; those of the next one begin where they end. */
        private final int[] begin;

        private final int[] nodes;

        FewCells(int columns, int[] rowOf, int[] columnOf) {
            super(rowOf, columnOf);
            begin = new int[columns + 1];
            nodes = new int[columnOf.length];
            for (int column : columnOf) {
                begin[column + 1]++;
            }
            for (int column = 0; column < columns; column++) {
                begin[column + 1] += begin[column];
            }
            int[] next = begin.clone();
            for (int node = 0; node < columnOf.length; node++) {
                nodes[next[columnOf[node]]++] = node;
            }
        }

        @Override
        int node(int row, int column) {
            for (int at = begin[column]; at < begin[column + 1]; at++) {
                if (row(nodes[at]) == row) {
                    return nodes[at];
                }
            }
            return -1;
        }
    }

    /**
     * A full grid, whose nodes are listed row by row.
     *
     * @param sources the data sources of the rows, by their index in the rules
     * @param dataSources their names, no duplicates
     * @param tables not empty, no duplicates
     */
    NodeGrid(int[] sources, TargetNames dataSources, List<String> tables) {
        this.sources = sources.clone();
        this.dataSources = dataSources;
        this.tables = TargetNames.of(tables);
        cells = null;
    }

    /**
     * @param nodes not empty, no duplicates
     * @param shared the names of all data sources, kept where the nodes are in all of them, in that order
     */
    NodeGrid(List<DataNode> nodes, TargetNames shared) {
        LinkedHashSet<String> sourceNames = new LinkedHashSet<>();
        LinkedHashSet<String> tableNames = new LinkedHashSet<>();
        for (DataNode node : nodes) {
            sourceNames.add(node.dataSourceName());
            tableNames.add(node.table());
        }
        List<String> named = List.copyOf(sourceNames);
        dataSources = shared.equals(named) ? shared : TargetNames.of(named);
        tables = TargetNames.of(List.copyOf(tableNames));
        sources = new int[dataSources.size()];
        int rows = dataSources.size();
        int columns = tables.size();
        int[] rowOf = new int[nodes.size()];
        int[] columnOf = new int[nodes.size()];
        boolean full = nodes.size() == (long) rows * columns;
        for (int i = 0; i < nodes.size(); i++) {
            rowOf[i] = dataSources.position(nodes.get(i).dataSourceName());
            columnOf[i] = tables.position(nodes.get(i).table());
            sources[rowOf[i]] = nodes.get(i).dataSource();
            full &= (long) rowOf[i] * columns + columnOf[i] == i;
        }
        cells = full ? null : cells(rows, columns, rowOf, columnOf);
    }

    private static Cells cells(int rows, int columns, int[] rowOf, int[] columnOf) {
        return (long) rows * columns > FEW * (long) rowOf.length
                ? new FewCells(columns, rowOf, columnOf)
                : new ManyCells(rows, columns, rowOf, columnOf);
    }

    private final class Nodes extends AbstractList<DataNode> implements RandomAccess {
        @Override
        public DataNode get(int node) {
            Objects.checkIndex(node, size());
            return node(rowOf(node), tables.get(columnOf(node)));
        }

        @Override
        public int size() {
            return cells == null ? sources.length * tables.size() : cells.size();
        }

        /** Without the names being kept. */
        @Override
        public Iterator<DataNode> iterator() {
            return new Iterator<>() {
                private int next;

                @Override
                public boolean hasNext() {
                    return next < size();
                }

                @Override
                public DataNode next() {
                    if (next == size()) {
                        throw new NoSuchElementException();
                    }
                    int node = next++;
                    return node(rowOf(node), tables.passing(columnOf(node)));
                }
            };
        }
    }

    private int rowOf(int node) {
        return cells == null ? node / tables.size() : cells.row(node);
    }

    private int columnOf(int node) {
        return cells == null ? node % tables.size() : cells.column(node);
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
        return cells == null ? row * tables.size() + column : cells.node(row, column);
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
        for (int node = 0; node < cells.size(); node++) {
            if (cells.row(node) == row) {
                names.add(tables.passing(cells.column(node)));
            }
        }
        return TargetNames.of(names);
    }
}
