package org.shardingjdbc.engine.internal.session.transaction;

import org.shardingjdbc.plan.internal.syntax.StatementClass;

/** What statements do on a branch of a transaction, from the least on. */
public enum BranchUse {
    READ,
    /** It reads rows that nobody may change until the transaction is over. */
    LOCK,
    /** It makes, changes or drops what rows are in. */
    DEFINE,
    /** It writes, or may for all that is known. */
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
