package org.shardingjdbc.engine.internal.execute.pool;

import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * The place that an execution has taken at the guard of its data source, and that its session leaves once. A session
 * has at most one place in a pool, however many of its connections are in use. One of these connections has the place,
 * and passes it on to another when its execution is done. Not thread-safe; used with the session's lock.
 */
final class GuardedPlace {
    private final DataSourceGuard.Admission admission;
    private boolean left;

    /** @param admission what the guard returned when the execution entered */
    GuardedPlace(DataSourceGuard.Admission admission) {
        this.admission = admission;
    }

    /** Leaves the place. Leaving twice changes nothing. */
    void leave() {
        if (!left) {
            left = true;
            admission.leave();
        }
    }

    /** As {@link #leave}, where nothing was executed. */
    void withdraw() {
        if (!left) {
            left = true;
            admission.withdraw();
        }
    }

    /** Whether the place was left. */
    boolean isLeft() {
        return left;
    }
}
