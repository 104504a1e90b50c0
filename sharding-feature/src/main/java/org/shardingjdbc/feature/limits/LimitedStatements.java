package org.shardingjdbc.feature.limits;

/** Which statements a limit is for. */
public enum LimitedStatements {
    /** Reads and writes. */
    ALL,
    /** Queries, those that lock rows among them. */
    READS,
    /** What changes rows. */
    WRITES
}
