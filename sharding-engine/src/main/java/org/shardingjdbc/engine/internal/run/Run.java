package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.plan.internal.syntax.StatementClass;

/** An execution's time on connections, from when the session lends them until its results are closed. */
public interface Run {
    /**
     * Closes the statements and gives back the connections that the session does not keep. While it is executed, which
     * another thread asks for, that stops it, and it does so by itself; unless its connections are broken off. Doing it
     * twice changes nothing.
     */
    void close() throws SQLException;

    /** Stops it on all its connections, running or not; does nothing when it is closed. By any thread. */
    void cancel() throws SQLException;

    /**
     * Why it is not to go on while it waits for connections: it was cancelled, or its time is over. Null as long as it
     * is to. By any thread.
     */
    @Nullable
    SQLException stopped();

    /** Breaks its connections: whoever waits in them gets an exception. By any thread. */
    void breakOff();

    /**
     * Something else than an SQLException came out of a driver while its results were read: its connections are not
     * used again.
     */
    void defect(Throwable cause);

    /**
     * A stream holds locks of its tables, on a connection of its own, until it is closed: what defines them anew would
     * wait for this very session.
     *
     * @throws SQLException when it has results that are still read from the data nodes
     */
    default void refuseDefinition() throws SQLException {
        // What it returned is in memory.
    }

    /** A run on one unit; the session lends it its connection, and takes that back. */
    interface OfOneUnit extends Run, PhysicalConnection.Borrower {
        /** What it does to the transaction; asked where it is in one, or where that decides what it is lent. */
        StatementClass statementClass();
    }
}
