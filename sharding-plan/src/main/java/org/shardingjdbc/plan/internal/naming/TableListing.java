package org.shardingjdbc.plan.internal.naming;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Which actual tables of a data source stand for sharded tables where it is asked for what it has: of each sharded
 * table the first one, under the logic name. The others are hidden. Immutable.
 *
 * @param shown logic names by actual ones
 * @param hidden actual names
 */
record TableListing(Map<String, String> shown, List<String> hidden) {
    /** Those of a data source. */
    static TableListing of(Placements rules, int dataSource) {
        Map<String, String> shown = new TreeMap<>();
        List<String> hidden = new ArrayList<>();
        for (LogicTable table : rules.tables()) {
            collect(table, dataSource, shown, hidden);
        }
        return new TableListing(shown, hidden);
    }

    private static void collect(LogicTable table, int dataSource, Map<String, String> shown, List<String> hidden) {
        boolean first = true;
        for (String actual : table.actualTables(dataSource)) {
            if (!actual.equalsIgnoreCase(table.name())) {
                if (first) {
                    shown.put(actual, table.name());
                } else {
                    hidden.add(actual);
                }
                first = false;
            }
        }
    }
}
