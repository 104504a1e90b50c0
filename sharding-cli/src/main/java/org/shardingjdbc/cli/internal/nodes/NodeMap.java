package org.shardingjdbc.cli.internal.nodes;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where the rows of logic tables are. Immutable.
 *
 * @param sources in configured order
 * @param tables in configured order, those that no rule names behind them
 */
public record NodeMap(List<Source> sources, List<Table> tables) {
    /** How many rows a node has that nobody counted. */
    public static final long NOT_COUNTED = -1;

    /** Copies the lists. */
    public NodeMap {
        sources = List.copyOf(sources);
        tables = List.copyOf(tables);
    }

    /** How the rows of a table are spread. */
    public enum Kind {
        /** Each row is in one of its nodes. */
        SHARDED,
        /** Each node has all rows. */
        BROADCAST,
        /** There is one node. */
        SINGLE
    }

    /**
     * A data source.
     *
     * @param database the product's name
     * @param url where it is, without what the user gave along; empty when it is not known
     */
    public record Source(String name, String database, String url) {}

    /**
     * A logic table.
     *
     * @param strategy how its rows find their node, such as {@code user_id -> data source}; empty where there is
     *     nothing to say
     */
    public record Table(String name, Kind kind, String strategy, List<Node> nodes) {
        /** Copies the list. */
        public Table {
            nodes = List.copyOf(nodes);
        }

        /** The nodes in a data source. */
        public List<Node> in(String dataSource) {
            return nodes.stream()
                    .filter(node -> node.dataSource().equals(dataSource))
                    .toList();
        }

        /** How many rows a user of the table sees; {@link #NOT_COUNTED} where a node was not counted. */
        public long rows() {
            if (kind == Kind.BROADCAST) {
                return nodes.isEmpty() ? 0 : nodes.get(0).rows();
            }
            return sum(nodes);
        }
    }

    /**
     * An actual table.
     *
     * @param rows {@link #NOT_COUNTED} when it was not counted
     * @param problem why it could not be counted; null when nothing went wrong
     */
    public record Node(
            String dataSource,
            String actualTable,
            long rows,
            @Nullable String problem) {}

    /** How many rows a data source has of all tables. */
    public long rowsIn(String dataSource) {
        return sum(tables.stream()
                .flatMap(table -> table.in(dataSource).stream())
                .filter(node -> node.problem() == null)
                .toList());
    }

    /** Whether a node could not be counted. */
    public boolean hasProblems() {
        return tables.stream().flatMap(table -> table.nodes().stream()).anyMatch(node -> node.problem() != null);
    }

    static long sum(List<Node> nodes) {
        long sum = 0;
        for (Node node : nodes) {
            if (node.rows() == NOT_COUNTED) {
                return NOT_COUNTED;
            }
            sum += node.rows();
        }
        return sum;
    }
}
