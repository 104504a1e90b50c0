package org.shardingjdbc.jdbc.governance;

import org.shardingjdbc.Incubating;

/**
 * The lease of a worker id: who may generate keys with it. Immutable.
 *
 * @param workerId from 0 to 1023
 * @param holder the instance that has the lease, or {@link #NOBODY}
 * @param beat a number that increases with each sign of life of the holder
 * @param usedUntil the time until which keys with this id may be generated, in milliseconds since 1970 UTC
 */
@Incubating
public record WorkerLease(int workerId, String holder, long beat, long usedUntil) {
    /** The holder of a lease that no instance has. */
    public static final String NOBODY = "-";
}
