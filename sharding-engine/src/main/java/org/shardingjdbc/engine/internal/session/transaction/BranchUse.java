package org.shardingjdbc.engine.internal.session.transaction;

import org.shardingjdbc.plan.internal.syntax.StatementClass;

/** How statements use a branch of a transaction, the weakest use first. */
public enum BranchUse {
    READ,
    /** Reads rows that nobody else may change until the transaction is over. */
    LOCK,
    /** Makes, changes or drops what rows are in. */
    DEFINE,
    /** Writes, or may write. */
    WRITE;

    public static BranchUse of(StatementClass statementClass) {
        return switch (statementClass) {
            case READ, SESSION_STATE -> READ;
            case LOCKING_READ -> LOCK;
            case DEFINITION -> DEFINE;
            case WRITE, CALL, UTILITY -> WRITE;
        };
    }
}
