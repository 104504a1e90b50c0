package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import org.shardingjdbc.rule.algorithm.HintShardingValue;

/** A hint algorithm, compiled for its targets. Immutable, shared by all threads. */
public interface HintPlacement {
    /**
     * Adds the targets that the hinted values mean.
     *
     * @throws org.shardingjdbc.error.ShardingException when it names an unknown target
     */
    void choose(HintShardingValue values, BitSet chosen);
}
