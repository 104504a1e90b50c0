package io.shardingjdbc.jdbc.internal.session;

import java.sql.SQLException;

/** An execution that has begun: what may happen to it until its results are closed. */
public interface Run {
    /**
     * Closes the statements and gives back the connections that the session does not keep. Doing it twice changes
     * nothing.
     */
    void close() throws SQLException;

    /** Stops the execution on all shards, running or not; does nothing when it is closed. By any thread. */
    void cancel() throws SQLException;

    /** Breaks its connections: whoever waits in them gets an exception. By any thread. */
    void breakOff();
}
