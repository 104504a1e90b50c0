package org.shardingjdbc.proxy.internal.server;

import java.net.SocketAddress;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What others may see of a client's session, at one moment.
 *
 * @param id by which it is cancelled
 * @param user empty until it is logged in
 * @param database empty until it has chosen one
 * @param address null where it is gone
 * @param since when it connected
 * @param inState for how long it is in its state
 * @param statement what it executes, or executed last; null before the first one
 */
public record SessionView(
        int id,
        String user,
        String database,
        @Nullable SocketAddress address,
        Instant since,
        State state,
        Duration inState,
        @Nullable String statement) {
    /** What a session does. */
    public enum State {
        /** Nobody knows yet whose it is. */
        LOGIN,
        /** Something runs, or is sent to the client. */
        ACTIVE,
        /** It waits for the client. */
        IDLE,
        /** It waits for the client, whose transaction is open. */
        IDLE_IN_TRANSACTION
    }
}
