package org.shardingjdbc.engine.internal.pull;

/**
 * How much one query may pull from the shards, all its tables together.
 *
 * @param maxRows {@code max-pulled-rows}, 0 for no bound
 * @param maxBytes {@code max-pulled-bytes}, 0 for no bound
 */
public record PullBounds(long maxRows, long maxBytes) {
    /** What bounds the rows is called so in the configuration. */
    public static final String ROWS_PROP = "max-pulled-rows";
    /** What bounds the bytes is called so in the configuration. */
    public static final String BYTES_PROP = "max-pulled-bytes";
    /** As much as it needs. */
    public static final PullBounds NONE = new PullBounds(0, 0);
}
