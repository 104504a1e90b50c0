package org.shardingjdbc.rule.internal.sharding;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import org.shardingjdbc.rule.placement.DataNode;

/** A table's data nodes as a grid of its data sources and its actual tables. Immutable. */
final class NodeGrid {
    private final List<DataNode> nodes;
    private final List<String> dataSources;
    private final List<String> tables;
    private final int[] nodeOf;
    private final int[] onlyNodes;

    /** @param nodes not empty, no duplicates */
    NodeGrid(List<DataNode> nodes) {
        this.nodes = List.copyOf(nodes);
        LinkedHashSet<String> sourceNames = new LinkedHashSet<>();
        LinkedHashSet<String> tableNames = new LinkedHashSet<>();
        for (DataNode node : nodes) {
            sourceNames.add(node.dataSourceName());
            tableNames.add(node.table());
        }
        dataSources = List.copyOf(sourceNames);
        tables = List.copyOf(tableNames);
        nodeOf = new int[dataSources.size() * tables.size()];
        Arrays.fill(nodeOf, -1);
        for (int i = 0; i < nodes.size(); i++) {
            int row = dataSources.indexOf(nodes.get(i).dataSourceName());
            nodeOf[row * tables.size() + tables.indexOf(nodes.get(i).table())] = i;
        }
        onlyNodes = new int[tables.size()];
        for (int column = 0; column < onlyNodes.length; column++) {
            onlyNodes[column] = onlyNodeOf(column);
        }
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

    List<DataNode> nodes() {
        return nodes;
    }

    /** Names of the data sources, each once; the position is the row. */
    List<String> dataSources() {
        return dataSources;
    }

    /** The actual tables, each name once; the position is the column. */
    List<String> tables() {
        return tables;
    }

    /** The node's index, or -1 where there is none. */
    int node(int row, int column) {
        return nodeOf[row * tables.size() + column];
    }

    /** For each actual table its only node's index, or -1 where there are several; nobody changes it. */
    int[] onlyNodes() {
        return onlyNodes;
    }

    /** The actual tables of a row, in configured order. */
    List<String> tablesOf(int row) {
        List<String> names = new ArrayList<>();
        for (DataNode node : nodes) {
            if (node.dataSourceName().equals(dataSources.get(row))) {
                names.add(node.table());
            }
        }
        return names;
    }
}
