package org.shardingjdbc.scaling;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/**
 * A range of slots of HASH_SLOT, and the data node that gets them. Immutable.
 *
 * @param first the first slot, from 0 on
 * @param last the last slot, inclusive; not less than {@code first}
 * @param node the data node, such as {@code ds_2.t_order_0}; it may be a new one
 */
@Incubating
public record SlotMove(int first, int last, String node) {
    /** Throws {@link IllegalArgumentException} when the range is not valid. */
    public SlotMove {
        if (first < 0 || last < first) {
            throw new IllegalArgumentException("slots " + first + "-" + last + " are no range");
        }
    }

    /**
     * Parses ranges of slots and the data node that gets them.
     *
     * @param text such as {@code 0-511=ds_2.t_order_0} or {@code 0-99,200,300-399=ds_2.t_order_0}
     * @return one move for each range, in the order of the text
     * @throws SQLException when the text has another form
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

    /** The form that {@link #parse} reads. */
    @Override
    public String toString() {
        return (first == last ? String.valueOf(first) : first + "-" + last) + "=" + node;
    }
}
