package org.shardingjdbc.transaction.xa.internal;

import java.sql.SQLException;
import java.util.function.Consumer;

/** One transaction of a coordinator. One thread at a time uses it. */
public interface GlobalTransaction {
    /** Begins a branch. */
    void enlist(XaBranch branch) throws SQLException;

    /** Whether somebody else has begun it, and ends it. */
    boolean isForeign();

    /** Whether it can only be rolled back, or was. */
    boolean isGivenUp() throws SQLException;

    /** Has a task run before somebody else commits it. */
    void beforeCommit(Runnable task) throws SQLException;

    /** Has a task run when somebody else has ended it; it is told whether the outcome is one and the same. */
    void whenOver(Consumer<Outcome> told) throws SQLException;

    Outcome commit() throws SQLException;

    void rollback() throws SQLException;

    /** What a commit came to. */
    enum Outcome {
        COMMITTED,
        ROLLED_BACK,
        /** Decided, and not done everywhere, or not everywhere the same. */
        MIXED,
        /** Nobody knows yet what is decided. */
        UNKNOWN
    }
}
