package org.shardingjdbc.proxy.internal.server;

import java.time.Duration;

/**
 * What bounds clients.
 *
 * @param clients how many may be logged in at once
 * @param loginTime how long a client has to log in
 * @param messageBytes how long a message of a client that is logged in may be
 */
public record ServerLimits(int clients, Duration loginTime, int messageBytes) {
    /** How long a message may be before its client is known. */
    public static final int MESSAGE_BYTES_BEFORE_LOGIN = 16 * 1024;

    /**
     * How many more connections there may be than clients: those that are about to be told so, and those that cancel.
     */
    static final int SURPLUS = 128;
}
