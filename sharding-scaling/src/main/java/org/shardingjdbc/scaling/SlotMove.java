package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/**
 * Slots of HASH_SLOT that go to another data node. Immutable.
 *
 * @param first the first slot
 * @param last the last one, which belongs to them; not before the first
 * @param node as {@code ds_2.t_order_0}; it may be one that the table has not yet
 */
@Incubating
public record SlotMove(int first, int last, String node) {
    /** Refuses a range that is none. */
    public SlotMove {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("slots " + first + "-" + last + " are no range");
        }
    }

    /**
     * Reads them.
     *
     * @param text as {@code 0-511=ds_2.t_order_0}, or several ranges with commas between them
     * @throws SQLException when it is not written so
     */
    public static List<SlotMove> parse(String text) throws SQLException {
        int equals = text.indexOf('=');
        List<SlotMove> moves = new ArrayList<>();
        try {
            if (equals < 0 || text.indexOf('.', equals) < 0) {
                throw new IllegalArgumentException("no data node");
            }
            String node = text.substring(equals + 1).trim();
            for (String range : text.substring(0, equals).split(",", -1)) {
                int dash = range.indexOf('-');
                int first = Integer.parseInt((dash < 0 ? range : range.substring(0, dash)).trim());
                int last = dash < 0
                        ? first
                        : Integer.parseInt(range.substring(dash + 1).trim());
                moves.add(new SlotMove(first, last, node));
            }
        } catch (IllegalArgumentException e) {
            throw SqlErrors.of(
                    ErrorCode.SCALING_IMPOSSIBLE,
                    "'" + text + "' is no move of slots; write <first>-<last>=<data source>.<actual table>, as in"
                            + " 0-511=ds_2.t_order_0");
        }
        return moves;
    }

    /** As it is written. */
    @Override
    public String toString() {
        return (first == last ? String.valueOf(first) : first + "-" + last) + "=" + node;
    }
}
