package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.ShardingDataSource;
import org.shardingjdbc.jdbc.command.CommandTarget;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.scaling.internal.layout.SlotBalance;
import org.shardingjdbc.scaling.internal.layout.SlotCounts;
import org.shardingjdbc.scaling.internal.layout.SlotTables;

/**
 * Advises which slots of a table to move, so that all of its data nodes have about as many rows, or about as many
 * statements. Immutable.
 *
 * @param before slots and rows, or statements, of each data node now
 * @param after slots and rows, or statements, of each data node after the moves
 * @param moves for {@link SlotMoves#next}; empty when each data node has its share, up to a tenth more or less, or when
 *     no move would help
 */
@Incubating
public record SlotAdvice(List<Node> before, List<Node> after, List<SlotMove> moves) {
    /** Copies the lists. */
    public SlotAdvice {
        before = List.copyOf(before);
        after = List.copyOf(after);
        moves = List.copyOf(moves);
    }

    /**
     * A data node of the table.
     *
     * @param name such as {@code ds_0.t_order_1}
     * @param slots how many slots it has
     * @param rows how many rows these slots have, or how many values statements have placed in them
     */
    @Incubating
    public record Node(String name, int slots, long rows) {}

    /**
     * Counts the rows of each slot in the databases, and works out the moves. The databases read the whole table for
     * that; nothing is changed.
     *
     * @param table a logic table that is sharded by HASH_SLOT alone
     * @param more data nodes that the table does not have yet and that are to get slots, such as {@code ds_2.t_order_0}
     * @throws SQLException when the table has no slots, or a database cannot count their rows
     */
    public static SlotAdvice of(ShardingConfiguration configuration, String table, List<String> more)
            throws SQLException {
        try {
            SlotTables tables = new SlotTables(configuration, table);
            List<String> nodes = new ArrayList<>(tables.nodes());
            nodes.addAll(more);
            int[] slots = tables.slots();
            return of(nodes, slots, SlotCounts.of(configuration, table, slots.length));
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * The same by how often statements have asked for slots: since the configuration counts, in this instance, and of
     * the table and those that are bound to it. One of fifty is counted, fifty times.
     *
     * @throws SQLException when the table has no slots, or nobody counts: the algorithm needs {@code count-statements}
     */
    public static SlotAdvice ofStatements(ShardingDataSource dataSource, String table, List<String> more)
            throws SQLException {
        return ofStatements(dataSource.unwrap(CommandTarget.class), table, more);
    }

    /** The same as a command asks for it. */
    public static SlotAdvice ofStatements(CommandTarget target, String table, List<String> more) throws SQLException {
        try {
            SlotTables tables = new SlotTables(target.configuration(), table);
            List<String> nodes = new ArrayList<>(tables.nodes());
            nodes.addAll(more);
            int[] slots = tables.slots();
            return of(nodes, slots, SlotCounts.ofStatements(target, tables.tables(), slots.length));
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /**
     * The same for rows that were counted already.
     *
     * @param nodes names of data nodes
     * @param slots for each slot the position of its data node
     * @param rows for each slot how many rows it has
     */
    static SlotAdvice of(List<String> nodes, int[] slots, long[] rows) {
        int[] next = SlotBalance.even(nodes.size(), slots, rows);
        return new SlotAdvice(table(nodes, slots, rows), table(nodes, next, rows), moves(nodes, slots, next));
    }

    private static List<Node> table(List<String> nodes, int[] slots, long[] rows) {
        int[] counts = new int[nodes.size()];
        for (int node : slots) {
            counts[node]++;
        }
        long[] sums = SlotBalance.sums(nodes.size(), slots, rows);
        List<Node> table = new ArrayList<>();
        for (int i = 0; i < counts.length; i++) {
            table.add(new Node(nodes.get(i), counts[i], sums[i]));
        }
        return table;
    }

    private static List<SlotMove> moves(List<String> nodes, int[] slots, int[] next) {
        List<SlotMove> moves = new ArrayList<>();
        for (int slot = 0; slot < slots.length; slot++) {
            int first = slot;
            if (next[slot] != slots[slot]) {
                while (slot + 1 < slots.length && next[slot + 1] == next[first] && next[slot + 1] != slots[slot + 1]) {
                    slot++;
                }
                moves.add(new SlotMove(first, slot, nodes.get(next[first])));
            }
        }
        return moves;
    }
}
