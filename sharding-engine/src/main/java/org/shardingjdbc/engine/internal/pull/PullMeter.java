package org.shardingjdbc.engine.internal.pull;

import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/** Counts what one statement pulls, all its leaves together. Used by one thread. */
public final class PullMeter {
    private final PullBounds bounds;
    /** The limits of {@link #bounds}, which each row asks for. */
    private final long maxRows;

    private final long maxBytes;
    private long rows;
    private long bytes;

    public PullMeter(PullBounds bounds) {
        this.bounds = bounds;
        this.maxRows = bounds.maxRows();
        this.maxBytes = bounds.maxBytes();
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
        return maxRows == 0 ? 0 : maxRows - rows + 1;
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
        if (maxRows > 0 && rows > maxRows) {
            throw new ShardingException(
                    ErrorCode.PULLED_TOO_MUCH, leafRows, leaf, maxRows, "rows", PullBounds.ROWS_PROP);
        }
        if (maxBytes > 0 && bytes > maxBytes) {
            throw new ShardingException(
                    ErrorCode.PULLED_TOO_MUCH, leafRows, leaf, maxBytes, "bytes", PullBounds.BYTES_PROP);
        }
    }
}
