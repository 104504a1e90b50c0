package org.shardingjdbc.scaling;

import org.shardingjdbc.Incubating;

/**
 * How a job goes about it. Immutable.
 *
 * @param rowsPerSecond how many rows are copied in a second at most, of all data nodes together; 0 for as many as can
 *     be
 * @param chunkRows how many rows are copied by one transaction, from 1 on
 * @param alone whether no other process uses the tables, or none that is not stopped at the switch: where no registry
 *     tells others of it, broadcast tables are copied only then, as they keep their names
 */
@Incubating
public record ScalingOptions(int rowsPerSecond, int chunkRows, boolean alone) {
    /** As many rows as can be, 5,000 by one transaction. */
    public static final ScalingOptions STANDARD = new ScalingOptions(0, 5_000, false);

    /** Refuses what makes no sense. */
    public ScalingOptions {
        if (rowsPerSecond < 0 || chunkRows < 1) {
            throw new IllegalArgumentException(rowsPerSecond + " rows a second, " + chunkRows + " rows a chunk");
        }
    }

    /** The same with so many rows a second at most; 0 for as many as can be. */
    public ScalingOptions rowsPerSecond(int rows) {
        return new ScalingOptions(rows, chunkRows, alone);
    }

    /** The same with so many rows by one transaction. */
    public ScalingOptions chunkRows(int rows) {
        return new ScalingOptions(rowsPerSecond, rows, alone);
    }

    /** The same where no other process uses the tables. */
    public ScalingOptions alone(boolean whether) {
        return new ScalingOptions(rowsPerSecond, chunkRows, whether);
    }
}
