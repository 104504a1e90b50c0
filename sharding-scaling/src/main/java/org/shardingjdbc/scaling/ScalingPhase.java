package org.shardingjdbc.scaling;

import org.shardingjdbc.Incubating;

/** How far a job is. */
@Incubating
public enum ScalingPhase {
    /** Nothing was changed yet. */
    PLANNED,
    /** New tables are made, and the logs are kept. */
    PREPARING,
    /** Rows are copied. */
    COPYING,
    /** Changes are written to the new places as they come. */
    FOLLOWING,
    /** The new layout counts; its changes are written to the old places. */
    SWITCHED,
    /** The old layout counts again, or nothing came of the job; it is ended by {@link ScalingJob#cancel()}. */
    REVERSED,
    /** Nothing of the job is left. */
    ENDED
}
