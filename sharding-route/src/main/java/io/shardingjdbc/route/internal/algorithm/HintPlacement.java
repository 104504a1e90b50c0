package io.shardingjdbc.route.internal.algorithm;

import io.shardingjdbc.route.algorithm.HintShardingValue;
import java.util.BitSet;

/** A hint algorithm, compiled for its targets. Immutable, shared by all threads. */
public interface HintPlacement {
    /**
     * Adds the targets that the hinted values mean.
     *
     * @throws io.shardingjdbc.error.ShardingException when it names an unknown target
     */
    void choose(HintShardingValue values, BitSet chosen);
}
