package org.shardingjdbc.merge.internal.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.value.ColumnOrder;
import org.shardingjdbc.merge.internal.value.HeldColumns;

/** MIN or MAX: finds the row with the extreme part; its own column is the aggregate. */
final class Extreme extends Accumulator {
    private final int key;
    private final int sign;
    private final ColumnOrder order;
    private final @Nullable HeldColumns held;
    private @Nullable Object best;
    private @Nullable Object bestHeld;
    private @Nullable ResultSet bestRow;

    /**
     * @param key the column by which parts compare: the aggregate's own, or one derived from it
     * @param sign -1 for MIN, 1 for MAX
     * @param held null when the rows of a group stay under their cursors
     */
    Extreme(int column, int key, int sign, ColumnOrder order, @Nullable HeldColumns held) {
        super(column);
        this.key = key;
        this.sign = sign;
        this.order = order;
        this.held = held;
    }

    @Override
    Accumulator fresh() {
        return new Extreme(column, key, sign, order, held);
    }

    @Override
    boolean take(ResultSet row) throws SQLException {
        Object value = order.read(row, key);
        if (value == null) {
            return false;
        }
        if (best == null || Integer.signum(order.compare(value, best)) == sign) {
            best = value;
            bestRow = row;
            if (held != null) {
                bestHeld = held.read(row, column);
            }
        }
        return true;
    }

    @Override
    @Nullable
    ResultSet source() {
        return held == null ? bestRow : null;
    }

    @Override
    @Nullable
    Object total() {
        return bestHeld;
    }

    @Override
    void forget() {
        best = null;
        bestRow = null;
        bestHeld = null;
    }
}
