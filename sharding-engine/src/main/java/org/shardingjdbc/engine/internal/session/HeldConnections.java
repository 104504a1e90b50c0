package org.shardingjdbc.engine.internal.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;

/**
 * The connections that a session keeps between executions, at most one for each pool, those that linger, at most one
 * for each pool, and a list of all that it has, the lingering ones not counted. One per session; one thread at a time
 * uses it.
 */
final class HeldConnections {
    private static final PhysicalConnection[] NONE = {};

    /** By pool id. */
    private PhysicalConnection[] homes = NONE;

    /** By pool id; some may have been reclaimed, or be in use again. */
    PhysicalConnection[] lingering = NONE;

    /** By pool id, those that serve what lasts for the session; null until there is one. */
    private PhysicalConnection[] pinned;

    final List<PhysicalConnection> all = new ArrayList<>(1);

    /** Written after all that {@link #breakOff} reads without a lock, so that it sees what was written before. */
    private volatile boolean shown;

    /** The connection that it keeps of that pool, or null. */
    PhysicalConnection home(ShardPool pool) {
        return pool.id() < homes.length ? homes[pool.id()] : null;
    }

    /** Keeps the connection, in a place that is empty. */
    void keep(PhysicalConnection connection) {
        int id = connection.poolId();
        homes = wideEnough(homes, id);
        homes[id] = connection;
        connection.keep(true);
        shown = true;
    }

    /**
     * The connection of that pool that serves what lasts for the session, or of the one that its data source had
     * before; null when there is none.
     */
    PhysicalConnection pinned(ShardPool pool) {
        for (PhysicalConnection each : pinned()) {
            if (each != null && each.dataSourceName().equals(pool.name())) {
                return each;
            }
        }
        return null;
    }

    /** Keeps the connection, which has come from its pool, for what lasts for the session. */
    void pin(PhysicalConnection connection) {
        connection.pin();
        int id = connection.poolId();
        pinned = pinned == null
                ? new PhysicalConnection[id + 1]
                : Arrays.copyOf(pinned, Math.max(id + 1, pinned.length));
        pinned[id] = connection;
        shown = true;
    }

    /** Breaks those that it keeps. By any thread, after the session was closed: what is kept later is not used. */
    void breakOff() {
        if (shown) {
            breakOff(homes);
            breakOff(pinned());
        }
    }

    private static void breakOff(PhysicalConnection[] kept) {
        for (PhysicalConnection each : kept) {
            if (each != null) {
                each.abort();
            }
        }
    }

    /** Those that serve what lasts for the session; places may be null. */
    PhysicalConnection[] pinned() {
        return pinned == null ? NONE : pinned;
    }

    /** Keeps it no more: the execution that uses it gives it back, or it goes back now. */
    void replace(PhysicalConnection home) {
        if (home.inUse()) {
            leave(home);
        } else {
            giveBack(home);
        }
    }

    private void leave(PhysicalConnection home) {
        homes[home.poolId()] = null;
        home.keep(false);
    }

    private static PhysicalConnection[] wideEnough(PhysicalConnection[] places, int id) {
        return id < places.length ? places : Arrays.copyOf(places, id + 4);
    }

    /** How many connections of that pool the session has. */
    int taken(ShardPool pool) {
        int count = 0;
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).pool() == pool) {
                count++;
            }
        }
        return count;
    }

    /**
     * A connection of that pool on which an execution may run now: the kept one, or one whose results are in memory.
     *
     * @param settings whether anything is set on the session
     * @return null when there is none
     */
    PhysicalConnection free(ShardPool pool, boolean settings) {
        PhysicalConnection home = home(pool);
        if (home != null) {
            return home.isFree(settings) ? home : null;
        }
        for (int i = 0; i < all.size(); i++) {
            PhysicalConnection connection = all.get(i);
            if (connection.pool() == pool && connection.isFree(settings)) {
                return connection;
            }
        }
        return null;
    }

    /** Whether an execution with open results uses a connection of that pool. */
    boolean uses(ShardPool pool) {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).pool() == pool && all.get(i).inUse()) {
                return true;
            }
        }
        return false;
    }

    /** Whether something runs or streams on one of them. */
    boolean anyReserved() {
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).isReserved()) {
                return true;
            }
        }
        return false;
    }

    /** Lets a connection that nobody uses linger, or gives it back; one that was kept is kept no more. */
    void putAside(PhysicalConnection connection) {
        int id = connection.poolId();
        if (id < homes.length && homes[id] == connection) {
            leave(connection);
        }
        if (id >= lingering.length) {
            lingering = Arrays.copyOf(lingering, id + 1);
        }
        PhysicalConnection other = lingering[id];
        boolean taken = other != null && other != connection && other.isLingering() && !other.isReleased();
        if (taken || !connection.linger()) {
            giveBack(connection);
            return;
        }
        all.remove(connection);
        if (other != connection) {
            lingering[id] = connection;
        }
    }

    /**
     * The connection of that pool that lingers; it is then one of all again.
     *
     * @return null when there is none
     */
    PhysicalConnection resume(ShardPool pool) {
        int id = pool.id();
        PhysicalConnection found = id < lingering.length ? lingering[id] : null;
        if (found == null) {
            return null;
        }
        if (!found.resumeSound()) {
            if (found.isReleased()) {
                lingering[id] = null;
            }
            return null;
        }
        all.add(found);
        return found;
    }

    /**
     * Releases those that linger and do not answer.
     *
     * @param answers whether a connection does
     * @return whether one lingers that does
     */
    boolean keepSoundLingering(Predicate<PhysicalConnection> answers) {
        boolean any = false;
        for (PhysicalConnection connection : lingering) {
            if (connection == null || !connection.resume()) {
                continue;
            }
            if (!answers.test(connection)) {
                connection.unfit();
                connection.release();
            } else if (connection.lingerAgain()) {
                any = true;
            } else {
                connection.release();
            }
        }
        return any;
    }

    /** Gives back those that linger, all of them also where one throws an Error. */
    void endLingering() {
        Error first = null;
        for (int i = 0; i < lingering.length; i++) {
            PhysicalConnection connection = lingering[i];
            lingering[i] = null;
            try {
                if (connection != null && connection.resume()) {
                    connection.releaseIdle();
                }
            } catch (Error e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }

    /** Gives a connection back to its pool, kept or not. */
    void giveBack(PhysicalConnection connection) {
        if (connection.isReleased()) {
            return;
        }
        int id = connection.poolId();
        if (connection.isKept()) {
            homes[id] = null;
        }
        if (connection.isPinned()) {
            pinned[id] = null;
        }
        all.remove(connection);
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
        endLingering();
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

    /** What runs on them runs on while its session ends, and nobody knows what it leaves: they are not used again. */
    void unfitRunning() {
        for (int i = 0; i < all.size(); i++) {
            PhysicalConnection connection = all.get(i);
            if (connection.isReserved()) {
                connection.unfit();
            }
        }
    }

    /** Gives back the connections that no execution uses. */
    void giveBackIdle() {
        Error first = null;
        try {
            endLingering();
        } catch (Error e) {
            first = e;
        }
        for (PhysicalConnection each : all.isEmpty() ? NONE : all.toArray(NONE)) {
            try {
                if (!each.inUse()) {
                    giveBack(each);
                }
            } catch (Error e) {
                first = first == null ? e : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
