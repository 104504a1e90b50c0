package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import org.shardingjdbc.rule.algorithm.ComplexShardingValue;

/** A complex algorithm, compiled for its targets. Immutable, shared by all threads. */
public interface ComplexPlacement {
    /**
     * Adds the targets that may hold a matching row; never too few.
     *
     * @throws org.shardingjdbc.error.ShardingException when it names an unknown target or refuses
     */
    void choose(ComplexShardingValue value, BitSet chosen);
}
