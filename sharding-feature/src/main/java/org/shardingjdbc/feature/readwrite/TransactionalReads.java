package org.shardingjdbc.feature.readwrite;

/** Where reads inside of transactions go, as configurations name it. */
public enum TransactionalReads {
    /** To the primary. */
    PRIMARY,
    /** Accepted, and answered by the primary. Elsewhere: to one replica for the whole transaction. */
    FIXED,
    /** Accepted, and answered by the primary. Elsewhere: each to any replica. */
    DYNAMIC
}
