package io.shardingjdbc.jdbc.internal.session;

import io.shardingjdbc.jdbc.internal.execute.PhysicalConnection;
import io.shardingjdbc.jdbc.internal.execute.ShardPool;
import java.util.Arrays;

/**
 * The connections that a session keeps between executions, at most one for each pool, and a count of all that it has.
 * One per session; one thread at a time uses it.
 */
final class HeldConnections {
    /** By pool id. */
    private PhysicalConnection[] homes = new PhysicalConnection[4];

    private int[] taken = new int[4];
    private int total;

    /** The connection that it keeps of that pool, or null. */
    PhysicalConnection home(ShardPool pool) {
        return pool.id() < homes.length ? homes[pool.id()] : null;
    }

    /** Keeps the connection, in a place that is empty. */
    void keep(PhysicalConnection connection) {
        homes[connection.pool().id()] = connection;
        connection.keep(true);
    }

    /** A connection came from its pool. */
    void took(PhysicalConnection connection) {
        int id = connection.pool().id();
        if (id >= taken.length) {
            taken = Arrays.copyOf(taken, id + 4);
            homes = Arrays.copyOf(homes, id + 4);
        }
        taken[id]++;
        total++;
    }

    /** How many connections of that pool the session has. */
    int taken(ShardPool pool) {
        return pool.id() < taken.length ? taken[pool.id()] : 0;
    }

    /** Whether the session has any connection. */
    boolean any() {
        return total > 0;
    }

    /** Gives a connection back to its pool, kept or not. */
    void giveBack(PhysicalConnection connection) {
        if (connection.isReleased()) {
            return;
        }
        int id = connection.pool().id();
        if (homes[id] == connection) {
            homes[id] = null;
        }
        taken[id]--;
        total--;
        connection.release();
    }

    /** The kept connections; places may be null. */
    PhysicalConnection[] homes() {
        return homes;
    }

    /** Whether it keeps none. */
    boolean noHome() {
        for (PhysicalConnection home : homes) {
            if (home != null) {
                return false;
            }
        }
        return true;
    }

    /**
     * Keeps none of them any more and lets none go back to its pool: those that an execution uses are closed with it.
     */
    void drop() {
        for (int i = 0; i < homes.length; i++) {
            PhysicalConnection home = homes[i];
            if (home != null) {
                homes[i] = null;
                home.keep(false);
                home.unfit();
                if (!home.inUse()) {
                    giveBack(home);
                }
            }
        }
    }

    /** Gives back the kept connections that no execution uses. */
    void giveBackIdle() {
        for (PhysicalConnection home : homes.clone()) {
            if (home != null && !home.inUse()) {
                giveBack(home);
            }
        }
    }
}
