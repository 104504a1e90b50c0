package org.shardingjdbc.route.internal.shape;

import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.route.internal.bind.BoundStatement;
import org.shardingjdbc.route.internal.bind.BoundTable;
import org.shardingjdbc.rule.placement.DataNode;
import org.shardingjdbc.rule.placement.PartitionedTable;

/** Makes the route units of one statement. */
final class Units {
    private final List<BoundTable> tables;
    private final List<String> dataSourceNames;
    private final NodeUnits shared;

    /** @param shared by all statements */
    Units(BoundStatement statement, List<String> dataSourceNames, NodeUnits shared) {
        this.shared = shared;
        this.tables = statement.tables();
        this.dataSourceNames = dataSourceNames;
    }

    /** One for each data node of a table; all other sharded tables of the statement correspond to it. */
    List<RouteUnit> ofNodes(PartitionedTable table) {
        if (tables.size() == 1 && tables.get(0).table().partitioning() == table) {
            return shared.of(table);
        }
        List<DataNode> nodes = table.dataNodes();
        List<List<DataNode>> nodesOfTables = new ArrayList<>();
        List<String> written = new ArrayList<>();
        for (BoundTable bound : tables) {
            PartitionedTable other = bound.table().partitioning();
            nodesOfTables.add(other == null ? List.of() : other.dataNodes());
            written.add(other == null ? writtenName(bound) : "");
        }
        return UnitsOfNodes.of(nodes, nodesOfTables, written);
    }

    /** One for each data source; no table of the statement is sharded. */
    List<RouteUnit> ofDataSources() {
        List<RouteUnit> units = new ArrayList<>();
        for (int i = 0; i < dataSourceNames.size(); i++) {
            units.add(ofDataSource(i));
        }
        return List.copyOf(units);
    }

    /** The one of a data source; no table of the statement is sharded. */
    RouteUnit ofDataSource(int dataSource) {
        List<String> actual = new ArrayList<>();
        for (BoundTable bound : tables) {
            actual.add(writtenName(bound));
        }
        return new RouteUnit(dataSource, dataSourceNames.get(dataSource), actual);
    }

    /** Tables that are not sharded keep the name that the SQL writes, in its case. */
    static String writtenName(BoundTable bound) {
        return bound.node().name().last().text();
    }
}
