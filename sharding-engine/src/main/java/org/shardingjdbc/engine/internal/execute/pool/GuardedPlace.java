package org.shardingjdbc.engine.internal.execute.pool;

import org.shardingjdbc.rule.datasource.DataSourceGuard;

/**
 * The place that an execution has taken at who guards its data source, and that its session leaves once. A session has
 * one place in a pool at most, however many connections of it are in use: the place is with one of them, and goes on to
 * another when that one is done with. Not thread-safe; used with the session's lock.
 */
final class GuardedPlace {
    private final DataSourceGuard.Admission admission;
    private boolean left;

    /** @param admission what the execution got when it entered */
    GuardedPlace(DataSourceGuard.Admission admission) {
        this.admission = admission;
    }

    /** Leaves the place. Doing it twice changes nothing. */
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
