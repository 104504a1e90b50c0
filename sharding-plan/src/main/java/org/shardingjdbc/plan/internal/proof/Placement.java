package org.shardingjdbc.plan.internal.proof;

/** Where the rows of a block arise. */
public enum Placement {
    /** Each data node has all of them: no sharded table is read. */
    REPLICATED,
    /** Each of them arises on exactly one data node. */
    PARTITIONED;

    /** Where rows arise that are made of two. */
    public static Placement either(Placement one, Placement other) {
        return one == PARTITIONED ? one : other;
    }
}
