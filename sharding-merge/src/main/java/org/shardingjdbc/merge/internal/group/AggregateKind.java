package org.shardingjdbc.merge.internal.group;

/** How partial results of an aggregate become one. */
public enum AggregateKind {
    /** Partial counts are added; no row gives 0. */
    COUNT,
    /** Partial sums are added; NULL when every part is NULL. */
    SUM,
    MIN,
    MAX,
    /** From a sum and a count. */
    AVG,
    /** Counts distinct values of a column that the shards return one by one. */
    COUNT_DISTINCT,
    /** Adds distinct values. */
    SUM_DISTINCT,
    /** Averages distinct values. */
    AVG_DISTINCT,
    /** Bits of all parts, for BIT_AND, BIT_OR, BIT_XOR and BOOL_AND / BOOL_OR (EVERY / ANY / SOME). */
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    BOOL_AND,
    BOOL_OR;

    /** Whether a shard returns one row for each of its values. */
    public boolean isDistinct() {
        return this == COUNT_DISTINCT || this == SUM_DISTINCT || this == AVG_DISTINCT;
    }
}
