package org.shardingjdbc.feature.readwrite;

/**
 * Where reads inside of transactions go, as configurations name it. It is for transactions of type LOCAL that may
 * write, and until they ask a primary for more than a read that a replica may answer: from then on all goes to the
 * primaries.
 */
public enum TransactionalReads {
    /** To the primary. */
    PRIMARY,
    /** To one replica of the group for the whole transaction, chosen by its first read. */
    FIXED,
    /** Each to any replica. What one of them has not received yet, a read does not see, though one before it did. */
    DYNAMIC
}
