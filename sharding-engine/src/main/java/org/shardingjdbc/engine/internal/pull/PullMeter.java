package org.shardingjdbc.engine.internal.pull;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Counts what one statement pulls, all its leaves together. Used by one thread. */
public final class PullMeter {
    private final PullBounds bounds;
    private long rows;
    private long bytes;

    public PullMeter(PullBounds bounds) {
        this.bounds = bounds;
    }

    /** One that begins anew. */
    public PullMeter another() {
        return new PullMeter(bounds);
    }

    /** Takes what another one counted. */
    public void take(PullMeter other) {
        rows += other.rows;
        bytes += other.bytes;
    }

    /** How many rows came. */
    public long rows() {
        return rows;
    }

    /** How many more rows would be one too many; 0 when any number may come. */
    public long mostRows() {
        return bounds.maxRows() == 0 ? 0 : bounds.maxRows() - rows + 1;
    }

    /**
     * A row came.
     *
     * @param leaf what it is a row of
     * @param leafRows how many rows came of that leaf
     * @throws ShardingException when it is one too many
     */
    void count(String leaf, int leafRows, long rowBytes) {
        rows++;
        bytes += rowBytes;
        if (bounds.maxRows() > 0 && rows > bounds.maxRows()) {
            throw new ShardingException(
                    ErrorCode.PULLED_TOO_MUCH, leafRows, leaf, bounds.maxRows(), "rows", PullBounds.ROWS_PROP);
        }
        if (bounds.maxBytes() > 0 && bytes > bounds.maxBytes()) {
            throw new ShardingException(
                    ErrorCode.PULLED_TOO_MUCH, leafRows, leaf, bounds.maxBytes(), "bytes", PullBounds.BYTES_PROP);
        }
    }
}
