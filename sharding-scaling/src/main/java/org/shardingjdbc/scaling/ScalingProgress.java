package org.shardingjdbc.scaling;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * How far a job is. Immutable.
 *
 * @param nodes what was copied of each data node that is left
 * @param changes how many changes of rows were written since the job was started here
 * @param lagBytes how much of the databases' logs is not written yet
 * @param failure why it does not go on; null while it does
 */
@Incubating
public record ScalingProgress(
        ScalingPhase phase,
        List<Node> nodes,
        long changes,
        long lagBytes,
        @Nullable String failure) {
    /** Copies the list. */
    public ScalingProgress {
        nodes = List.copyOf(nodes);
    }

    /**
     * A data node that is left.
     *
     * @param name as {@code ds_0.t_order}
     * @param copied how many rows of it are copied since the job was started here
     * @param done whether all are
     */
    @Incubating
    public record Node(String name, long copied, boolean done) {}
}
