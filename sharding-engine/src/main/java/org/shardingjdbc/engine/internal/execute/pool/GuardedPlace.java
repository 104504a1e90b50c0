package org.shardingjdbc.engine.internal.execute.pool;

import java.util.List;
import org.shardingjdbc.rule.DataSourceGuard;

/**
 * The place that an execution has taken at who guards its data source, and that its session leaves once. A session has
 * one place in a pool at most, however many connections of it are in use: the place is with one of them, and goes on to
 * another when that one is done with. Not thread-safe; used with the session's lock.
 */
final class GuardedPlace {
    private final DataSourceGuard guard;
    private boolean left;

    /** @param guard which the execution has entered */
    GuardedPlace(DataSourceGuard guard) {
        this.guard = guard;
    }

    /** Leaves the place. Doing it twice changes nothing. */
    void leave() {
        if (!left) {
            left = true;
            guard.leave();
        }
    }

    /** As {@link #leave}, where nothing was executed. */
    void withdraw() {
        if (!left) {
            left = true;
            guard.withdraw();
        }
    }

    /** Whether the place was left. */
    boolean isLeft() {
        return left;
    }

    /**
     * Goes on to another connection of the same pool that its session uses, or is left where there is none.
     *
     * @param from the connection that has it and is done with
     * @param all the connections of its session
     */
    void passOrLeave(PhysicalConnection from, List<PhysicalConnection> all) {
        for (int i = 0; i < all.size() && !left; i++) {
            PhysicalConnection other = all.get(i);
            if (other != from && other.pool == from.pool && other.inUse()) {
                from.place(null);
                other.place(this);
                return;
            }
        }
        leave();
    }
}
