package org.shardingjdbc.plan.internal.experience;

import org.jspecify.annotations.Nullable;

/**
 * What executions of a plan found out and others of it use: how long they take, what their rows look like, and whether
 * somebody was warned. It never decides what a plan does, and is all about a plan that changes. One per plan that is
 * kept; safe for all threads, of whom one may not see yet what another one just found.
 */
public final class PlanExperience {
    /** Null before an execution on several units asks. */
    private volatile @Nullable FanOutTimes fanOutTimes;

    private volatile boolean warned;
    private volatile @Nullable RowDescription description;

    /** How long executions on several units took lately. */
    public FanOutTimes fanOutTimes() {
        FanOutTimes known = fanOutTimes;
        return known == null ? firstTimes() : known;
    }

    private synchronized FanOutTimes firstTimes() {
        FanOutTimes known = fanOutTimes;
        if (known == null) {
            known = new FanOutTimes();
            fanOutTimes = known;
        }
        return known;
    }

    /** The columns of the plan's rows, once somebody has asked for them; null before. */
    public @Nullable RowDescription description() {
        return description;
    }

    /** Keeps what was told of the columns of its rows. */
    public void describedBy(@Nullable RowDescription told) {
        description = told;
    }

    /** Whether hardly anybody has asked before, so that logs are told once of what executions are warned of. */
    public boolean takeFirstWarning() {
        boolean first = !warned;
        warned = true;
        return first;
    }
}
