package io.shardingjdbc.jdbc.internal.session;

import java.sql.Connection;
import java.sql.SQLException;

/** A connection of one data source with the session's settings and transaction, borrowed for a while. One thread at a time uses it. */
public final class ConnectionLease implements AutoCloseable {
    /** The pool's connection; not to be closed. */
    public Connection connection() {
        throw new UnsupportedOperationException();
    }

    /** Ends the loan; the connection goes back to the pool unless the session keeps it. */
    @Override
    public void close() throws SQLException {
        throw new UnsupportedOperationException();
    }
}
