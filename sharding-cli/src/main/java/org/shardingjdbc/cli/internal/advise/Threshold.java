package org.shardingjdbc.cli.internal.advise;

import org.shardingjdbc.jdbc.advise.Advice;
import org.shardingjdbc.plan.Reach.Kind;

/** What a build takes for a failure. */
public enum Threshold {
    /** More than one data node. */
    SEVERAL(Kind.SEVERAL_NODES),
    /** All data nodes, or worse. */
    ALL(Kind.ALL_NODES),
    /** An answer in steps, or worse. */
    STEPS(Kind.STEPS_BEYOND_ONE_NODE),
    /** A refusal. */
    REFUSED(Kind.REFUSED_BEYOND_ONE_NODE),
    /** Nothing. */
    NEVER(null);

    private final Kind from;

    Threshold(Kind from) {
        this.from = from;
    }

    /** Whether a statement is as this says, or worse. */
    public boolean isReached(Advice advice) {
        return from != null && advice.reach().kind().compareTo(from) >= 0;
    }
}
