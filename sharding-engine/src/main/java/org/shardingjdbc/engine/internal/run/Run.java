package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/** One execution on connections, from when the session lends these until its results are closed. */
public interface Run {
    /**
     * Closes the statements and gives back the connections that the session does not keep. While the run executes, and
     * so another thread calls this, it stops the run, whose own thread then closes; not so when its connections are
     * broken off. Closing twice changes nothing.
     */
    void close() throws SQLException;

    /**
     * Stops the run on all its connections, whether it executes or not; does nothing when it is closed. By any thread.
     */
    void cancel() throws SQLException;

    /**
     * Why the run is to give up waiting for connections: it was cancelled, or its time is over. Null as long as it may
     * wait. By any thread.
     */
    @Nullable
    SQLException stopped();

    /** Breaks the run's connections: a thread that waits in one of them gets an exception. By any thread. */
    void breakOff();

    /**
     * A driver threw something else than an SQLException while results were read: the run's connections are not used
     * again.
     */
    void defect(Throwable cause);

    /**
     * Refuses a definition while this run streams. A stream holds locks of its tables, on a connection of its own,
     * until it is closed; a statement that redefines such a table would wait for its own session.
     *
     * @throws SQLException when the run has results that are still read from the data nodes
     */
    default void refuseDefinition() throws SQLException {
        // The results are in memory.
    }

    /** A run on one unit. The session lends it its connection, and takes that back. */
    interface OfOneUnit extends Run, PhysicalConnection.Borrower {
        /**
         * How the statement affects a transaction. Asked where the run is in one, or where the class decides which
         * connection is lent.
         */
        StatementClass statementClass();
    }
}
