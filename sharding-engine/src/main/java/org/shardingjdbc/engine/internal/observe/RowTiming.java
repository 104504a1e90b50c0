package org.shardingjdbc.engine.internal.observe;

import java.sql.ResultSet;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MergedRows;

/**
 * Merged rows whose reading is timed. The first row is timed exactly, as all others may be held for it; of the
 * following rows one in sixteen is timed. Not thread-safe; one per execution.
 */
public final class RowTiming implements MergedRows {
    private static final int SAMPLE = 16;

    private final MergedRows rows;
    private final Counters counters;
    private int next;

    private RowTiming(MergedRows rows, Counters counters) {
        this.rows = rows;
        this.counters = counters;
    }

    /** Makes merged rows. */
    @FunctionalInterface
    public interface Merging {
        MergedRows rows() throws SQLException;
    }

    /** Makes merged rows, without a clock where nothing is counted. */
    public static MergedRows of(Merging merging, @Nullable Counters counters) throws SQLException {
        if (counters == null) {
            return merging.rows();
        }
        long begin = System.nanoTime();
        MergedRows rows = merging.rows();
        counters.merges();
        counters.merged(System.nanoTime() - begin);
        return new RowTiming(rows, counters);
    }

    @Override
    public boolean next() throws SQLException {
        int row = next++;
        if (row > 0 && (row & SAMPLE - 1) != 1) {
            return rows.next();
        }
        long begin = System.nanoTime();
        boolean found = rows.next();
        counters.merged((System.nanoTime() - begin) * (row == 0 ? 1 : SAMPLE));
        return found;
    }

    @Override
    public @Nullable ResultSet source(int column) {
        return rows.source(column);
    }

    @Override
    public Object value(int column) {
        return rows.value(column);
    }
}
