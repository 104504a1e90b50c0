package io.shardingjdbc.route.internal.algorithm;

import io.shardingjdbc.route.algorithm.ComplexShardingValue;
import java.util.BitSet;

/** A complex algorithm, compiled for its targets. Immutable, shared by all threads. */
public interface ComplexPlacement {
    /**
     * Adds the targets that may hold a matching row; never too few.
     *
     * @throws io.shardingjdbc.error.ShardingException when it names an unknown target or refuses
     */
    void choose(ComplexShardingValue value, BitSet chosen);
}
