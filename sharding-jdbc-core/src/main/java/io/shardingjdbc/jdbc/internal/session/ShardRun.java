package io.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;

/**
 * One execution of a statement on its shards: from the acquisition of connections until its results are closed. One thread at a
 * time uses it; only {@link #cancel} may be called by any thread at any time.
 */
public final class ShardRun {
    /**
     * Takes connections, runs all tasks, and in autocommit mode commits what they wrote. Afterwards result sets and keys that the work took
     * may be read until {@link #close}.
     *
     * @throws SQLException the first failure, others attached; then nothing is open and, in autocommit mode, nothing is written
     */
    public void execute() throws SQLException {
        throw new UnsupportedOperationException();
    }

    /** Stops the execution on all shards, running or not; does nothing when it is closed. */
    public void cancel() throws SQLException {
        throw new UnsupportedOperationException();
    }

    /** Closes the statements and gives back the connections that the session does not keep. Doing it twice changes nothing. */
    public void close() throws SQLException {
        throw new UnsupportedOperationException();
    }
}
