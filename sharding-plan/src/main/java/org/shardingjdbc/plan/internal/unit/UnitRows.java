package org.shardingjdbc.plan.internal.unit;

import org.shardingjdbc.merge.internal.MergeBounds;

/** How many rows each of several data nodes returns, as far as its SQL bounds that. */
public enum UnitRows {
    /** All its rows. */
    ALL,
    /** Its first rows, as many as the LIMIT skips and returns. */
    PAGE,
    /** One row: an aggregate of all its rows. */
    ONE;

    /**
     * The most rows of a data node in one execution; -1 when only the data decide.
     *
     * @param bounds what the merge skips and returns
     */
    public long most(MergeBounds bounds) {
        if (this == ONE) {
            return 1;
        }
        long most = bounds.offset() + bounds.count();
        return this == ALL || bounds.count() < 0 || most < 0 ? -1 : most;
    }
}
