package org.shardingjdbc.jdbc.internal.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.internal.PlanningRules;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.LogicTable;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Puts the tables of rules beside what the databases have. Immutable. */
public final class CheckedTables {
    private final List<CheckedTable> all = new ArrayList<>();

    /** @param only names of logic tables, compared without case; empty for all */
    public CheckedTables(PlanningRules rules, Visits visits, Set<String> only) {
        for (LogicTable table : visits.tables()) {
            if (only.isEmpty() || only.stream().anyMatch(table.name()::equalsIgnoreCase)) {
                all.add(new CheckedTable(table, rules.columns(table.name()), nodes(table, visits)));
            }
        }
    }

    private static List<CheckedNode> nodes(LogicTable table, Visits visits) {
        List<CheckedNode> nodes = new ArrayList<>();
        PartitionedTable partitioned = table.partitioning();
        if (partitioned != null) {
            List<DataNode> configured = partitioned.dataNodes();
            for (int i = 0; i < configured.size(); i++) {
                addNodes(
                        nodes,
                        visits,
                        configured.get(i).dataSource(),
                        i,
                        configured.get(i).table());
            }
            return nodes;
        }
        int index = 0;
        for (Visit home : visits.homes()) {
            if (table.isOn(home.dataSource())) {
                addNodes(nodes, visits, home.dataSource(), index++, table.name());
            }
        }
        return nodes;
    }

    private static void addNodes(List<CheckedNode> nodes, Visits visits, int dataSource, int index, String table) {
        for (Visit visit : visits.all()) {
            if (visit.dataSource() == dataSource && visit.isRead()) {
                nodes.add(new CheckedNode(visit, index, table, visit.known().table(table)));
            }
        }
    }

    /** In configured order. */
    List<CheckedTable> all() {
        return all;
    }

    /** The table of that name, or null. */
    @Nullable
    CheckedTable table(String name) {
        for (CheckedTable table : all) {
            if (table.name().equalsIgnoreCase(name)) {
                return table;
            }
        }
        return null;
    }

    /** How many there are. */
    public int size() {
        return all.size();
    }

    /** How many actual tables were found. */
    public int nodes() {
        return all.stream().mapToInt(table -> table.there().size()).sum();
    }
}
