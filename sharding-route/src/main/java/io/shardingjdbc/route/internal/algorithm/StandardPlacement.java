package io.shardingjdbc.route.internal.algorithm;

import io.shardingjdbc.route.algorithm.RangeShardingValue;
import java.util.BitSet;

/** A standard algorithm, compiled for its targets. Immutable, shared by all threads. */
public interface StandardPlacement {
    /**
     * The target of one value.
     *
     * @param value canonical, never null
     * @return its index among the targets
     * @throws io.shardingjdbc.error.ShardingException when there is none
     */
    int target(Object value);

    /**
     * Adds the targets that may hold a value of the interval; never too few.
     *
     * @throws io.shardingjdbc.error.ShardingException when the algorithm does not take intervals
     */
    void range(RangeShardingValue<Comparable<?>> range, BitSet chosen);
}
