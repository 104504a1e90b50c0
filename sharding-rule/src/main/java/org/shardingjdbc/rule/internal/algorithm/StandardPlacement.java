package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.RangeShardingValue;

/** A standard algorithm, compiled for its targets. Immutable, shared by all threads. */
public interface StandardPlacement {
    /**
     * The target of one value.
     *
     * @param value canonical, never null
     * @return its index among the targets, or -1 when other data sources are asked as well and this one has none
     * @throws ShardingException when there is none
     */
    int target(Object value);

    /**
     * The target of a whole number, found without an object for it.
     *
     * @param narrow whether the canonical value is an Integer, else it is a Long
     * @return its index, or -1 where {@link #target(Object)} must be asked, which may also refuse the value
     */
    default int target(long value, boolean narrow) {
        return -1;
    }

    /**
     * Adds the targets that may hold a value of the interval; never too few.
     *
     * @throws ShardingException when the algorithm does not take intervals
     */
    void range(RangeShardingValue<Comparable<?>> range, BitSet chosen);

    /** Why it takes no intervals of a column; null where it does. */
    default @Nullable ShardingException intervalRefusal(String column) {
        return null;
    }
}
