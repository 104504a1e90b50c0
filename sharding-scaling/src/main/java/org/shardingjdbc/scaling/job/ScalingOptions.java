package org.shardingjdbc.scaling.job;

import org.shardingjdbc.Incubating;

/**
 * Options of a job. Immutable.
 *
 * @param rowsPerSecond the largest number of rows that are copied per second, over all data nodes; 0 for no limit
 * @param chunkRows how many rows one transaction copies; at least 1
 * @param alone whether you guarantee that no other process uses the tables from the switch on. Broadcast tables keep
 *     their names, so without a registry that tells other processes of the switch they are copied only when this is
 *     true
 */
@Incubating
public record ScalingOptions(int rowsPerSecond, int chunkRows, boolean alone) {
    /** No limit per second, 5,000 rows in one transaction, and not alone. */
    public static final ScalingOptions STANDARD = new ScalingOptions(0, 5_000, false);

    /** Throws {@link IllegalArgumentException} when a number is out of its range. */
    public ScalingOptions {
        if (rowsPerSecond < 0 || chunkRows < 1) {
            throw new IllegalArgumentException(rowsPerSecond + " rows a second, " + chunkRows + " rows a chunk");
        }
    }

    /** The same options with another limit of rows per second; 0 for no limit. */
    public ScalingOptions rowsPerSecond(int rows) {
        return new ScalingOptions(rows, chunkRows, alone);
    }

    /** The same options with another number of rows for one transaction; at least 1. */
    public ScalingOptions chunkRows(int rows) {
        return new ScalingOptions(rowsPerSecond, rows, alone);
    }

    /** The same options with another value of {@code alone}. */
    public ScalingOptions alone(boolean whether) {
        return new ScalingOptions(rowsPerSecond, chunkRows, whether);
    }
}
