package org.shardingjdbc.jdbc.internal.session;

import java.sql.Connection;
import org.shardingjdbc.jdbc.internal.execute.PhysicalConnection;

/**
 * A connection of one data source with the session's settings and transaction, borrowed for a while. One thread at a
 * time uses it.
 */
public final class ConnectionLease implements AutoCloseable {
    private final Session session;
    private final PhysicalConnection physical;
    private boolean closed;

    ConnectionLease(Session session, PhysicalConnection physical) {
        this.session = session;
        this.physical = physical;
    }

    PhysicalConnection physical() {
        return physical;
    }

    /** The pool's connection; not to be closed. */
    public Connection connection() {
        return physical.jdbc();
    }

    /**
     * Ends the loan; the connection goes back to the pool unless the session keeps it. Doing it twice changes nothing.
     */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            session.endUse(physical);
        }
    }
}
