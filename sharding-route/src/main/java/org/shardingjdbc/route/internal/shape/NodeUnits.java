package org.shardingjdbc.route.internal.shape;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * The route units of statements that name one table and no other: they are the same for all of them, and a plan of a
 * table with a thousand data nodes needs none of its own. For all threads.
 */
final class NodeUnits {
    private final Placements rules;
    private final Map<String, List<RouteUnit>> ofTables = new ConcurrentHashMap<>();

    NodeUnits(Placements rules) {
        this.rules = rules;
    }

    /** One for each data node, in their order. */
    List<RouteUnit> of(PartitionedTable table) {
        LogicTable configured = rules.table(table.name());
        return configured != null && configured.partitioning() == table
                ? ofTables.computeIfAbsent(table.name(), name -> made(table))
                : made(table);
    }

    private static List<RouteUnit> made(PartitionedTable table) {
        List<DataNode> nodes = table.dataNodes();
        return UnitsOfNodes.of(nodes, List.of(nodes), List.of(""));
    }
}
