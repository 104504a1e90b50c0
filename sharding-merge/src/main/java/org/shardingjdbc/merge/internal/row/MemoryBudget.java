package org.shardingjdbc.merge.internal.row;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Counts the rows and values that one merge holds, up to a bound. One per execution, not thread-safe. */
public final class MemoryBudget {
    private final long max;
    private long held;

    /** @param max how many at most; 0 for no bound */
    public MemoryBudget(long max) {
        this.max = max;
    }

    /**
     * Counts one more.
     *
     * @param purpose what it is held for, an infinitive, for the message
     * @throws ShardingException when it is one too many
     */
    public void hold(String purpose) {
        if (++held > max && max > 0) {
            throw new ShardingException(ErrorCode.MERGE_ROWS_EXCEEDED, max, purpose);
        }
    }

    /** Some are not held any more. */
    public void release(long count) {
        held -= count;
    }
}
