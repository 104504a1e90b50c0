package org.shardingjdbc.transaction.xa.internal;

import java.sql.SQLException;

/** One transaction of a coordinator. One thread at a time uses it. */
public interface GlobalTransaction {
    /** Begins a branch. */
    void enlist(XaBranch branch) throws SQLException;

    /** Whether somebody else has begun it, and ends it. */
    boolean isForeign();

    /** Whether it can only be rolled back, or was. */
    boolean isGivenUp() throws SQLException;

    /** Has a task run when somebody else has ended it. */
    void whenOver(Runnable task) throws SQLException;

    Outcome commit() throws SQLException;

    void rollback() throws SQLException;

    /** What a commit came to. */
    enum Outcome {
        COMMITTED,
        ROLLED_BACK,
        /** Decided, and not done everywhere, or not everywhere the same. */
        MIXED
    }
}
