package org.shardingjdbc.proxy.internal.server;

import java.time.Duration;

/**
 * What bounds clients.
 *
 * @param clients how many may be logged in at once
 * @param clientsOfUser how many of them may be one user's
 * @param clientsOfAddress how many of them may come from one address
 * @param loginTime how long a client has to log in
 * @param idleTime how long one may send nothing outside of a transaction; zero for any time
 * @param idleTransactionTime how long one may send nothing while its transaction is open; zero for any time
 * @param messageBytes how long a message of a client that is logged in may be
 */
public record ServerLimits(
        int clients,
        int clientsOfUser,
        int clientsOfAddress,
        Duration loginTime,
        Duration idleTime,
        Duration idleTransactionTime,
        int messageBytes) {
    /** How long a message may be before its client is known. */
    public static final int MESSAGE_BYTES_BEFORE_LOGIN = 16 * 1024;

    /**
     * How many more connections there may be than clients: those that are about to be told so, and those that cancel.
     */
    static final int SURPLUS = 128;

    private static final long LONGEST_LOOK_MILLIS = 1000;

    /** How often to look for clients that are idle for too long; 0 where they may be for any time. */
    long lookMillis() {
        long shortest = Long.MAX_VALUE;
        for (Duration each : new Duration[] {idleTime, idleTransactionTime}) {
            if (!each.isZero()) {
                shortest = Math.min(shortest, each.toMillis());
            }
        }
        return shortest == Long.MAX_VALUE ? 0 : Math.max(10, Math.min(LONGEST_LOOK_MILLIS, shortest / 4));
    }
}
