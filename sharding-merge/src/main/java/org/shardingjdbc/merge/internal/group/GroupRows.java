package org.shardingjdbc.merge.internal.group;

import org.jspecify.annotations.Nullable;
import org.shardingjdbc.merge.internal.row.MergedRows;
import org.shardingjdbc.merge.internal.value.UnroundedDecimal;

/** Merged rows of which each is a group. */
public interface GroupRows extends MergedRows {
    /**
     * The average in a column of the current row, as the database goes on computing with it where that is more exact
     * than what it shows; null when the two are the same, or the column holds no average.
     */
    @Nullable
    UnroundedDecimal unroundedAverage(int column);
}
