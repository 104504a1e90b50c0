package org.shardingjdbc.scaling.job;

import org.shardingjdbc.Incubating;

/** The phases of a job, in the order in which a job passes them. */
@Incubating
public enum ScalingPhase {
    /** The job is defined; nothing was changed yet. */
    PLANNED,
    /** The new tables are created, and the databases begin to keep their logs for the job. */
    PREPARING,
    /** The rows of the old tables are copied to the new ones. */
    COPYING,
    /** All rows are copied; changes of the old tables are written to the new tables as they happen. */
    FOLLOWING,
    /** Statements use the new layout; its changes are written to the old tables, so that a way back is left. */
    SWITCHED,
    /**
     * Statements use the old layout again, or the job was given up;
     * {@link org.shardingjdbc.scaling.ScalingJob#cancel()} ends it.
     */
    REVERSED,
    /** The job is over, and nothing of it is left in the databases. */
    ENDED
}
