package org.shardingjdbc.feature.encrypt.backfill;

import java.util.function.Consumer;

/**
 * How a backfill works. Immutable.
 *
 * @param batchRows how many rows are read at a time, and written in one transaction; 1 to 100,000
 * @param pauseMillis how long the backfill rests after each batch, to leave the databases to others; 0 and more
 * @param progress called after each batch, by the thread that runs; must not throw
 */
public record BackfillOptions(int batchRows, long pauseMillis, Consumer<BackfillProgress> progress) {
    private static final int MOST_ROWS = 100_000;

    public BackfillOptions {
        if (batchRows < 1 || batchRows > MOST_ROWS) {
            throw new IllegalArgumentException("batchRows must be from 1 to " + MOST_ROWS + ", not " + batchRows);
        }
        if (pauseMillis < 0) {
            throw new IllegalArgumentException("pauseMillis must not be negative: " + pauseMillis);
        }
    }

    /** 500 rows at a time, no pause, no report of progress. */
    public BackfillOptions() {
        this(500, 0, progress -> {});
    }

    /**
     * How far a backfill of one data node has come.
     *
     * @param dataNode as {@code ds_0.t_user_1}
     * @param rows how many of its rows have been examined
     * @param total how many rows it had at the beginning; rows come and go meanwhile
     * @param written how many of the rows were written
     */
    public record BackfillProgress(String dataNode, long rows, long total, long written) {}
}
