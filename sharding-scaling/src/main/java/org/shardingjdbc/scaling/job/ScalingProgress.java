package org.shardingjdbc.scaling.job;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * How far a job is, at one moment. Immutable.
 *
 * @param phase the phase that the job is in
 * @param nodes how much of each data node is copied
 * @param rowsPerSecond how many rows are copied per second at present; 0 when none are
 * @param changes how many changes of rows were read from the logs and written to the new tables (after the switch, to
 *     the old tables) since this process started the job
 * @param lagBytes how many bytes of the databases' logs are not written yet
 * @param lag how long ago the oldest change happened that is not written yet; zero when all are written
 * @param longestStall the longest time that statements waited during a switch; zero before the first switch
 * @param resting why the copy rests, by a limit of {@link ScalingOptions}; null while it does not
 * @param failure the error that keeps the job from going on; null for none
 */
@Incubating
public record ScalingProgress(
        ScalingPhase phase,
        List<Node> nodes,
        long rowsPerSecond,
        long changes,
        long lagBytes,
        Duration lag,
        Duration longestStall,
        @Nullable String resting,
        @Nullable String failure) {
    /** Copies the list. */
    public ScalingProgress {
        nodes = List.copyOf(nodes);
    }

    /** How many rows are copied, over all data nodes. */
    public long copied() {
        return nodes.stream().mapToLong(Node::copied).sum();
    }

    /** How many rows there are to copy, by estimates of the databases; never fewer than are copied. */
    public long rows() {
        return nodes.stream().mapToLong(Node::rows).sum();
    }

    /** How many bytes are copied, by the share of the rows that are copied. */
    public long copiedBytes() {
        return nodes.stream().mapToLong(Node::copiedBytes).sum();
    }

    /** How many bytes there are to copy, by estimates of the databases. */
    public long bytes() {
        return nodes.stream().mapToLong(Node::bytes).sum();
    }

    /** The share of the rows that is copied, from 0 to 1; 1 only when all rows are copied. */
    public double share() {
        if (phase.compareTo(ScalingPhase.COPYING) > 0
                || !nodes.isEmpty() && nodes.stream().allMatch(Node::done)) {
            return 1;
        }
        return rows() == 0 ? 0 : Math.min(0.999, (double) copied() / rows());
    }

    /** How much longer copying takes at the present rate; null when nothing is copied, or that is not known. */
    public @Nullable Duration left() {
        return phase == ScalingPhase.COPYING && rowsPerSecond > 0 && rows() > 0
                ? Duration.ofSeconds((rows() - copied()) / rowsPerSecond)
                : null;
    }

    /**
     * A data node whose rows are copied.
     *
     * @param name such as {@code ds_0.t_order}
     * @param copied how many of its rows are copied
     * @param rows how many rows it has: its database estimated it when this process started the job; 0 when the
     *     database was not asked
     * @param bytes the size of its rows, by the same estimate
     * @param done whether all of its rows are copied
     */
    @Incubating
    public record Node(String name, long copied, long rows, long bytes, boolean done) {
        /** Raises an estimate of the rows that has turned out too low; when all are copied, it is their number. */
        public Node {
            rows = done ? copied : Math.max(rows, copied);
        }

        /** How many bytes are copied, by the share of the rows that are copied. */
        public long copiedBytes() {
            return done ? bytes : rows == 0 ? 0 : (long) ((double) bytes * copied / rows);
        }
    }
}
