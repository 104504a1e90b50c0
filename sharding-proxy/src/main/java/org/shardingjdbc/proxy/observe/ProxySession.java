package org.shardingjdbc.proxy.observe;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.Incubating;

/**
 * A client's session, at one moment.
 *
 * @param id by which the protocol cancels it: the process in PostgreSQL's, the connection in MySQL's
 * @param user empty until it is logged in
 * @param database the logic one; empty until it is logged in
 * @param address of the client, with its port; empty when it is gone
 * @param since when it connected
 * @param inState for how long it is in its state
 * @param statement what it executes, or has executed last; null before the first one
 */
@Incubating
public record ProxySession(
        int id,
        String user,
        String database,
        String address,
        Instant since,
        State state,
        Duration inState,
        @Nullable String statement) {
    /** What a session does. */
    @Incubating
    public enum State {
        /** Nobody knows yet whose it is. */
        LOGIN,
        /** It executes a statement, or sends rows. */
        ACTIVE,
        /** It waits for the client. */
        IDLE,
        /** It waits for the client, whose transaction is open. */
        IDLE_IN_TRANSACTION
    }
}
