package org.shardingjdbc.transaction;

/** What becomes of a transaction that writes to a second data source. */
enum CrossShardWrites {
    ALLOW,
    /** It goes on, and the log says so. */
    WARN,
    /** The statement does not run. */
    REFUSE
}
