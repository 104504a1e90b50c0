package org.shardingjdbc.scaling.job;

import java.time.Duration;
import org.shardingjdbc.Incubating;
import org.shardingjdbc.jdbc.config.PropKey;
import org.shardingjdbc.jdbc.config.ShardingProps;

/**
 * Options of a job. Immutable.
 *
 * @param rowsPerSecond the largest number of rows that are copied per second, over all data nodes; 0 for no limit
 * @param chunkRows how many rows one transaction copies at most, fewer where they are large; at least 1
 * @param replicaLag the copy rests while a replica of a database that is written lacks something older than this; zero
 *     for no limit
 * @param probeTime the copy rests while the job's own reads of one row by its key, in the databases that it reads and
 *     writes, take longer than this; zero for no limit
 * @param slowdownPercent by how many percent the job's own reads of one row by its key may take longer on average than
 *     while nothing is copied, in the databases that it reads and writes: it works and rests in turn; 0 for no limit
 * @param alone whether you guarantee that no other process uses the tables from the switch on. Broadcast tables keep
 *     their names, so without a registry that tells other processes of the switch they are copied only when this is
 *     true
 */
@Incubating
public record ScalingOptions(
        int rowsPerSecond, int chunkRows, Duration replicaLag, Duration probeTime, int slowdownPercent, boolean alone) {
    /** No limits but 30 percent of slowdown, 5,000 rows in one transaction, and not alone. */
    public static final ScalingOptions STANDARD = new ScalingOptions(0, 5_000, Duration.ZERO, Duration.ZERO, 30, false);

    /** Throws {@link IllegalArgumentException} when a number is out of its range. */
    public ScalingOptions {
        if (rowsPerSecond < 0
                || chunkRows < 1
                || replicaLag.isNegative()
                || probeTime.isNegative()
                || slowdownPercent < 0) {
            throw new IllegalArgumentException(rowsPerSecond + " rows a second, " + chunkRows + " rows a chunk, "
                    + replicaLag + " of lag, " + probeTime + " for a probe, " + slowdownPercent + " percent");
        }
    }

    /** The standard ones with the limits that the props of a configuration set. */
    public static ScalingOptions of(ShardingProps props) {
        return STANDARD.rowsPerSecond(props.number(PropKey.SCALING_ROWS_PER_SECOND))
                .replicaLag(Duration.ofMillis(props.number(PropKey.SCALING_REPLICA_LAG_MILLISECONDS)))
                .probeTime(Duration.ofMillis(props.number(PropKey.SCALING_PROBE_MILLISECONDS)))
                .slowdownPercent(props.number(PropKey.SCALING_SLOWDOWN_PERCENT));
    }

    /** The same options with another limit of rows per second; 0 for no limit. */
    public ScalingOptions rowsPerSecond(int rows) {
        return new ScalingOptions(rows, chunkRows, replicaLag, probeTime, slowdownPercent, alone);
    }

    /** The same options with another number of rows for one transaction; at least 1. */
    public ScalingOptions chunkRows(int rows) {
        return new ScalingOptions(rowsPerSecond, rows, replicaLag, probeTime, slowdownPercent, alone);
    }

    /** The same options with another limit of what replicas lack; zero for no limit. */
    public ScalingOptions replicaLag(Duration most) {
        return new ScalingOptions(rowsPerSecond, chunkRows, most, probeTime, slowdownPercent, alone);
    }

    /** The same options with another limit of the time that probes take; zero for no limit. */
    public ScalingOptions probeTime(Duration most) {
        return new ScalingOptions(rowsPerSecond, chunkRows, replicaLag, most, slowdownPercent, alone);
    }

    /** The same options with another limit of how much longer reads of one row may take; 0 for no limit. */
    public ScalingOptions slowdownPercent(int most) {
        return new ScalingOptions(rowsPerSecond, chunkRows, replicaLag, probeTime, most, alone);
    }

    /** The same options with another value of {@code alone}. */
    public ScalingOptions alone(boolean whether) {
        return new ScalingOptions(rowsPerSecond, chunkRows, replicaLag, probeTime, slowdownPercent, whether);
    }
}
