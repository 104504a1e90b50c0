package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.config.ShardingConfiguration;
import org.shardingjdbc.scaling.internal.layout.SlotTables;

/**
 * Gives slots of a table that is sharded by HASH_SLOT to other data nodes, and does the same to all tables that are
 * bound to it. From the current configuration it makes the next one, which a {@link ScalingJob} then moves the rows to.
 * Immutable, safe for all threads.
 *
 * <pre>{@code
 * SlotMoves moves = SlotMoves.of(dataSource.configuration(), "t_order");
 * ShardingConfiguration next = moves.next(SlotMove.parse("0-511=ds_2.t_order_0"));
 * ScalingJob job = ScalingJob.of(dataSource, "split", next, moves.tables());
 * }</pre>
 *
 * <p>The job copies the rows of each data node that gets or loses slots into a table with a new name: {@code t_order_0}
 * becomes {@code t_order_0_v2}. So no query finds a row twice while the job runs, and a process that does not know of
 * the switch gets an error, since the old table has lost its name. A data node that loses all its slots is removed. The
 * job does not touch any other data node.
 */
@Incubating
public final class SlotMoves {
    private final SlotTables tables;

    private SlotMoves(SlotTables tables) {
        this.tables = tables;
    }

    /**
     * For a table and all tables that are bound to it.
     *
     * @param current the current configuration, to which new data sources that are to get slots were added
     * @param table a logic table
     * @throws SQLException when the table is not sharded by HASH_SLOT alone
     */
    public static SlotMoves of(ShardingConfiguration current, String table) throws SQLException {
        try {
            return new SlotMoves(new SlotTables(current, table));
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** The logic tables whose rows move together: the table that was named first, then those that are bound to it. */
    public List<String> tables() {
        return tables.tables();
    }

    /**
     * Makes the next configuration. Nothing is stored or moved;
     * {@link org.shardingjdbc.jdbc.config.YamlConfigurations#write} turns it into YAML.
     *
     * @param moves each slot at most once; they name data nodes of the table given to {@link #of}
     * @throws SQLException when a slot is moved twice or does not exist, or the next configuration would have mistakes
     */
    public ShardingConfiguration next(List<SlotMove> moves) throws SQLException {
        @Nullable String[] targets = new @Nullable String[tables.slots().length];
        for (SlotMove move : moves) {
            if (move.last() >= targets.length) {
                throw SqlErrors.of(
                        ErrorCode.SCALING_IMPOSSIBLE,
                        move + " goes beyond slot " + (targets.length - 1) + ", the last of " + targets.length);
            }
            for (int slot = move.first(); slot <= move.last(); slot++) {
                if (targets[slot] != null) {
                    throw SqlErrors.of(
                            ErrorCode.SCALING_IMPOSSIBLE,
                            "slot " + slot + " goes to " + targets[slot] + " and to " + move.node());
                }
                targets[slot] = move.node();
            }
        }
        try {
            return tables.next(targets);
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }
}
