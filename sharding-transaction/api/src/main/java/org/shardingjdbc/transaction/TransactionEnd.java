package org.shardingjdbc.transaction;

/** How a joined transaction ended. */
public enum TransactionEnd {
    /** Every branch is committed. */
    COMMITTED,
    /** Every branch is rolled back. */
    ROLLED_BACK,
    /** Some branches may be prepared, or ended otherwise than others: their connections are not used again. */
    UNKNOWN
}
