package org.shardingjdbc.transaction;

import org.shardingjdbc.dialect.twophase.BranchId;

/**
 * A branch that its database has prepared and that waits for its coordinator.
 *
 * @param dataSourceName where it waits, and holds its locks
 * @param branch its name
 * @param owner the node whose coordinator decides; null when it is none of ours
 * @param decision what its coordinator has written down
 */
public record BranchInDoubt(String dataSourceName, BranchId branch, String owner, Decision decision) {
    /** What becomes of a branch. */
    public enum Decision {
        /** The decision to commit is in the log. */
        COMMIT,
        /** The log has none: rolled back when the coordinator is certainly gone. */
        ROLLBACK,
        /** The log cannot be read here. */
        UNKNOWN
    }
}
