package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.rule.internal.Rules;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/**
 * Which actual tables of a data source stand for sharded tables where it is asked for what it has: of each sharded
 * table the first one, under the logic name. The others are hidden. Immutable.
 *
 * @param shown logic names by actual ones
 * @param hidden actual names
 */
record TableListing(Map<String, String> shown, List<String> hidden) {
    /** Those of a data source. */
    static TableListing of(Rules rules, int dataSource) {
        Map<String, String> shown = new TreeMap<>();
        List<String> hidden = new ArrayList<>();
        for (LogicTable table : rules.tables()) {
            if (table instanceof PartitionedTable sharded) {
                collect(sharded, dataSource, shown, hidden);
            }
        }
        return new TableListing(shown, hidden);
    }

    private static void collect(
            PartitionedTable table, int dataSource, Map<String, String> shown, List<String> hidden) {
        boolean first = true;
        for (DataNode node : table.dataNodes()) {
            if (node.dataSource() == dataSource && !node.table().equalsIgnoreCase(table.name())) {
                if (first) {
                    shown.put(node.table(), table.name());
                } else {
                    hidden.add(node.table());
                }
                first = false;
            }
        }
    }
}
