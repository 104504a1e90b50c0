package org.shardingjdbc.scaling;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * How far a job is. Immutable.
 *
 * @param nodes what was copied of each data node that is left
 * @param rowsPerSecond how many rows are copied in a second; 0 where none are
 * @param changes how many changes of rows were written since the job was started here
 * @param lagBytes how much of the databases' logs is not written yet
 * @param lag for how long what changed has not been written; zero where all is
 * @param longestStall for how long statements waited at most when the job switched; zero where it has not
 * @param failure why it does not go on; null while it does
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
        @Nullable String failure) {
    /** Copies the list. */
    public ScalingProgress {
        nodes = List.copyOf(nodes);
    }

    /** How many rows are copied. */
    public long copied() {
        return nodes.stream().mapToLong(Node::copied).sum();
    }

    /** How many there are, as the databases estimate it, and never fewer than are copied. */
    public long rows() {
        return nodes.stream().mapToLong(Node::rows).sum();
    }

    /** How many bytes are copied, by the share of rows. */
    public long copiedBytes() {
        return nodes.stream().mapToLong(Node::copiedBytes).sum();
    }

    /** How many there are, as the databases estimate it. */
    public long bytes() {
        return nodes.stream().mapToLong(Node::bytes).sum();
    }

    /** How much of the rows is copied, from 0 to 1; 1 only when all are. */
    public double share() {
        if (phase.compareTo(ScalingPhase.COPYING) > 0
                || !nodes.isEmpty() && nodes.stream().allMatch(Node::done)) {
            return 1;
        }
        return rows() == 0 ? 0 : Math.min(0.999, (double) copied() / rows());
    }

    /** How long copying will take at this rate; null where that is not known. */
    public @Nullable Duration left() {
        return phase == ScalingPhase.COPYING && rowsPerSecond > 0 && rows() > 0
                ? Duration.ofSeconds((rows() - copied()) / rowsPerSecond)
                : null;
    }

    /**
     * A data node that is left.
     *
     * @param name as {@code ds_0.t_order}
     * @param copied how many rows of it are copied
     * @param rows how many it has, as its database estimated it when the job was started here; 0 where nobody has asked
     * @param bytes how large they are
     * @param done whether all are copied
     */
    @Incubating
    public record Node(String name, long copied, long rows, long bytes, boolean done) {
        /** An estimate that is too low is none any more. */
        public Node {
            rows = done ? copied : Math.max(rows, copied);
        }

        /** How many bytes are copied, by the share of rows. */
        public long copiedBytes() {
            return done ? bytes : rows == 0 ? 0 : (long) ((double) bytes * copied / rows);
        }
    }
}
