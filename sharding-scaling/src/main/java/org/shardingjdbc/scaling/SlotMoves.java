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
 * Gives slots of a table by HASH_SLOT, and of all tables that are bound to it, to other data nodes: of the
 * configuration that counts it makes the next one, to which a {@link ScalingJob} goes. Immutable.
 *
 * <pre>{@code
 * SlotMoves moves = SlotMoves.of(dataSource.configuration(), "t_order");
 * ShardingConfiguration next = moves.next(SlotMove.parse("0-511=ds_2.t_order_0"));
 * ScalingJob job = ScalingJob.of(dataSource, "split", next, moves.tables());
 * }</pre>
 *
 * <p>A data node that gets or loses slots gets another name with it, {@code t_order_0} becomes {@code t_order_0_v2},
 * and its rows are copied: so no query finds rows twice meanwhile, and whoever has not heard of the switch finds no
 * table where rows are not any more. A data node that has lost all its slots goes. All others stay as they are, and
 * nothing happens to them.
 */
@Incubating
public final class SlotMoves {
    private final SlotTables tables;

    private SlotMoves(SlotTables tables) {
        this.tables = tables;
    }

    /**
     * Of a table and those that are bound to it.
     *
     * @param current where slots are; with the data sources to which they are to go
     * @throws SQLException when the table is not sharded by HASH_SLOT alone
     */
    public static SlotMoves of(ShardingConfiguration current, String table) throws SQLException {
        try {
            return new SlotMoves(new SlotTables(current, table));
        } catch (ShardingException e) {
            throw SqlErrors.from(e);
        }
    }

    /** The logic tables that move together, the named one first. */
    public List<String> tables() {
        return tables.tables();
    }

    /**
     * The next configuration. It stands in no document, and is written by
     * {@link org.shardingjdbc.jdbc.config.YamlConfigurations#write}.
     *
     * @param moves of slots, each once; to data nodes as the named table calls them
     * @throws SQLException when slots are moved twice, or the next configuration would have mistakes
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
