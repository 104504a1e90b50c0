package org.shardingjdbc.plan.internal.proof;

/** Where the rows of a block arise; where those of a table are is said by its placement. */
public enum Distribution {
    /** Each data node has all of them: no sharded table is read. */
    REPLICATED,
    /** Each of them arises on exactly one data node. */
    PARTITIONED;

    /** Where rows arise that are made of two. */
    public static Distribution either(Distribution one, Distribution other) {
        return one == PARTITIONED ? one : other;
    }
}
