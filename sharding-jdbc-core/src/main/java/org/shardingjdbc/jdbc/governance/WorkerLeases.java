package org.shardingjdbc.jdbc.governance;

import java.sql.SQLException;
import java.util.List;
import org.shardingjdbc.Incubating;

/**
 * The store of the leases of worker ids. Each method is atomic, and throws when the store does not answer. Safe for all
 * threads.
 */
@Incubating
public interface WorkerLeases {
    /** All leases: one for each id that was ever leased. */
    List<WorkerLease> read() throws SQLException;

    /** Adds the lease of an id that was never leased; returns false when another process has added it before. */
    boolean add(int workerId, String holder, long usedUntil) throws SQLException;

    /** Takes over a lease, and increases its beat; returns false when it is no longer as it was read. */
    boolean take(WorkerLease lease, String holder, long usedUntil) throws SQLException;

    /** Increases the beat, as a sign of life; returns false when another holder has the lease now. */
    boolean beat(int workerId, String holder, long usedUntil) throws SQLException;

    /** Gives the lease back; does nothing when another holder has it. */
    void release(int workerId, String holder, long usedUntil) throws SQLException;
}
