package org.shardingjdbc.scaling.internal.layout;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import org.shardingjdbc.scaling.internal.database.MovedRow;
import org.shardingjdbc.scaling.internal.database.MovedTable;

/**
 * Rows of some data nodes go to others. Immutable, safe for all threads.
 *
 * @param from the data nodes whose rows go
 * @param owners by logic table, which of them a row is of
 * @param routes by logic table, where it goes
 */
public record Direction(List<NodeTable> from, Map<String, RowRoute> owners, Map<String, RowRoute> routes) {
    /** Copies the collections. */
    public Direction {
        from = List.copyOf(from);
        owners = Map.copyOf(owners);
        routes = Map.copyOf(routes);
    }

    /** The data node of an actual table. */
    public NodeTable node(String dataSource, String table) {
        for (NodeTable node : from) {
            if (node.dataSource().equals(dataSource) && node.table().equals(table)) {
                return node;
            }
        }
        throw new IllegalArgumentException(dataSource + "." + table + " is no data node of " + from);
    }

    /** Where the rows of a logic table go. */
    public Function<MovedRow, List<NodeTable>> route(String logic, MovedTable form) {
        RowRoute route = Objects.requireNonNull(routes.get(logic), logic);
        return row -> route.nodes(form, row);
    }

    /** Which data node rows of a logic table are of. */
    public Function<MovedRow, NodeTable> owner(String logic, MovedTable form) {
        RowRoute owner = Objects.requireNonNull(owners.get(logic), logic);
        return row -> owner.nodes(form, row).get(0);
    }

    /** The columns by whose values a row is found to be of one of several data nodes; empty where there is one. */
    public List<String> ownerColumns(String logic) {
        return Objects.requireNonNull(owners.get(logic), logic).columns();
    }
}
