package org.shardingjdbc.rule.internal.algorithm;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.rule.algorithm.ComplexShardingValue;

/** A complex algorithm, compiled for its targets. Immutable, shared by all threads. */
public interface ComplexPlacement {
    /**
     * Adds the targets that may hold a matching row; never too few.
     *
     * @throws ShardingException when it names an unknown target or refuses
     */
    void choose(ComplexShardingValue value, BitSet chosen);

    /** Why it takes no intervals of a column; null where it does. */
    default @Nullable ShardingException intervalRefusal(String column) {
        return null;
    }
}
