package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * Where worker ids are leased. Each method is atomic, and fails when the place does not answer. Safe for all threads.
 */
@Incubating
public interface WorkerLeases {
    /** One for each id that was ever leased. */
    List<WorkerLease> read() throws SQLException;

    /** Adds an id that was never leased; false when another process was faster. */
    boolean add(int workerId, String holder, long usedUntil) throws SQLException;

    /** Takes a lease over as it was read, with the next beat; false when it has changed since. */
    boolean take(WorkerLease lease, String holder, long usedUntil) throws SQLException;

    /** A sign of life; false when the lease is another's now. */
    boolean beat(int workerId, String holder, long usedUntil) throws SQLException;

    /** Gives the lease back; does nothing when it is another's. */
    void release(int workerId, String holder, long usedUntil) throws SQLException;
}
