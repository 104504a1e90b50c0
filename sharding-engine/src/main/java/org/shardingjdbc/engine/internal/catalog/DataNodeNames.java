package org.shardingjdbc.engine.internal.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.shardingjdbc.rule.internal.Placements;
import org.shardingjdbc.rule.internal.catalog.Catalog;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;

/**
 * Tells where the rows of a logic table are, for who works on the data sources himself. Immutable.
 *
 * @param names of the databases that are written, by the indexes of data sources
 */
public record DataNodeNames(Placements rules, Catalog catalog, IntFunction<String> names) {
    /** As {@code ds_0.t_order_1}, in configured order; a table that no rule names is where it was found. */
    public List<String> of(String table) {
        LogicTable placed = catalog.own(rules.table(table));
        List<String> nodes = new ArrayList<>();
        if (placed == null) {
            nodes.add(name(located(table), table));
            return nodes;
        }
        for (DataNode node : placed.dataNodes(rules.dataSourceNames())) {
            nodes.add(name(node.dataSource(), node.table()));
        }
        return nodes;
    }

    private int located(String table) {
        int found = rules.dataSourceNames().size() == 1 ? 0 : catalog.locate(table);
        return found >= 0 ? found : rules.defaultDataSource();
    }

    private String name(int dataSource, String table) {
        return names.apply(dataSource) + "." + table;
    }
}
