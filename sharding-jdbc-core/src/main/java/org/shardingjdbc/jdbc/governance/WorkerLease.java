package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * What is known of a worker id.
 *
 * @param workerId 0 to 1023
 * @param holder of the lease, or {@link #NOBODY}
 * @param beat grows with each sign of life
 * @param usedUntil until when (wall clock, milliseconds) keys may bear the id
 */
@Incubating
public record WorkerLease(int workerId, String holder, long beat, long usedUntil) {
    /** The holder of a lease that is free. */
    public static final String NOBODY = "-";
}
