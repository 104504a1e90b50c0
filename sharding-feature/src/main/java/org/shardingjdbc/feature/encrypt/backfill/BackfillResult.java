package org.shardingjdbc.feature.encrypt.backfill;

import java.util.List;

/**
 * What a backfill or a check has found.
 *
 * @param rows how many rows were looked at
 * @param written how many were written
 * @param left how many are still to be written; 0 after a backfill that was not stopped
 * @param unreadable how many have a cipher that none of the keys reads, and no plain value; they stay as they are
 * @param unreadableKeys the data nodes and primary keys of the first of these, at most 20
 * @param stopped whether it ended before it had looked at all rows
 */
public record BackfillResult(
        long rows, long written, long left, long unreadable, List<String> unreadableKeys, boolean stopped) {
    /** How many keys are named. */
    static final int MOST_KEYS = 20;

    /** Copies the keys. */
    public BackfillResult {
        unreadableKeys = List.copyOf(unreadableKeys);
    }

    /** Whether every row was looked at and is as it should be. */
    public boolean isComplete() {
        return left == 0 && unreadable == 0 && !stopped;
    }
}
