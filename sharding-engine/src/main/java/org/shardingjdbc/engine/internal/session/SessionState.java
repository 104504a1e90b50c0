package org.shardingjdbc.engine.internal.session;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.dialect.internal.Dialect;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.Deployment;
import org.shardingjdbc.engine.internal.execute.deployment.Deployments;
import org.shardingjdbc.engine.internal.execute.pool.PhysicalConnection;
import org.shardingjdbc.engine.internal.execute.pool.ShardPool;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.internal.session.transaction.BranchUse;
import org.shardingjdbc.engine.internal.session.transaction.LogicTransaction;
import org.shardingjdbc.engine.internal.session.transaction.SessionSide;
import org.shardingjdbc.engine.internal.session.transaction.SessionVariables;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.syntax.StatementClass;
import org.shardingjdbc.rule.datasource.LastWrite;

/**
 * What all parts of a session work on: the configuration, what is set on the session, the connections that it holds,
 * and the lock that keeps them whole. One per session.
 */
final class SessionState {
    /** The configurations that follow each other. */
    final Deployments deployments;

    final ReentrantLock lock = new ReentrantLock();
    /** Only to be read; {@link #changed} returns the settings to be written. */
    SessionSettings settings = SessionSettings.NONE;

    final HeldConnections held = new HeldConnections();
    /** How the session's statements pass the fence; null without a registry. */
    final @Nullable SessionFence fence;
    /** Null until something asks for the side; as long as it is null, the session is on production. */
    @Nullable
    SessionSide side;
    /** Whether interceptors of rules surround what is executed now. */
    boolean intercepted;
    /** Whether threads may be in transactions of the application's coordinator. */
    final boolean joining;
    /**
     * Whether a plain read needs nothing of the session but a connection, because the session has not used transactions
     * or sides so far. Once it is false, it stays false, and each read looks at both.
     */
    boolean ordinary;
    // ---- its transaction, as SessionTransactions sets it

    /** Whether statements belong to a transaction that the user ends. Follows from autocommit and BEGIN. */
    boolean open;
    /** The transaction that has begun to do something; null for none. */
    @Nullable
    LogicTransaction transaction;
    /** What the statement does that is about to be executed, or was executed last. */
    BranchUse use = BranchUse.READ;

    // ---- what it executes

    /** How many statements run in steps, nested in one another. */
    private int steps;
    /** Whether a definition was executed, which may have made tables that only one connection sees. */
    private boolean defined;

    /** Whether the session may have written since {@link #written}, so that the next read must be told a later time. */
    private boolean writing;

    private LastWrite written = LastWrite.NEVER;
    /** The only connection on which the last execution ran; null where it ran on several, or there was none. */
    @Nullable
    PhysicalConnection last;

    /** Whether the session is closed: nothing begins any more. */
    volatile boolean closed;
    /** Whether a thread waits for the lock to close the session: executions then stop waiting for connections. */
    volatile boolean leaving;

    SessionState(Deployments deployments) {
        this.deployments = deployments;
        this.fence = deployments.fence() == null ? null : new SessionFence(deployments);
        this.joining = deployments.mayJoin();
        this.ordinary = !joining;
    }

    /** The threads beside the caller's. */
    Workers workers() {
        return deployments.workers();
    }

    /** The configuration that is current now. */
    Deployment deployment() {
        return deployments.current();
    }

    /** What the databases of the current configuration have in common. */
    Dialect dialect() {
        return deployment().dialect();
    }

    /**
     * Restores the settings after a rollback, on a database whose rollback takes back SET. Connections that still have
     * the newer values are not used again.
     */
    void restore(SessionVariables before) {
        if (before != settings.variables() && dialect().sessions().rollsBackSettings()) {
            changed().variables(before);
            held.drop();
        }
    }

    /** The settings of the session, to be changed. */
    SessionSettings changed() {
        if (settings == SessionSettings.NONE) {
            settings = new SessionSettings();
        }
        return settings;
    }

    /** On which side the session is. */
    SessionSide side() {
        if (side == null) {
            side = new SessionSide();
            ordinary = false;
        }
        return side;
    }

    /** From now on executions are steps of a statement. By one thread at a time. */
    void beginSteps() {
        steps++;
    }

    void endSteps() {
        steps--;
    }

    /** Whether the transaction has reached the data source of that connection through it. */
    boolean isBranch(PhysicalConnection connection) {
        return transaction != null && transaction.branches().contains(connection);
    }

    /** An execution of that class begins. */
    void begins(StatementClass statementClass) {
        defined |= statementClass == StatementClass.DEFINITION;
    }

    /**
     * An execution begins. A read is told that all that the session wrote was written before now.
     *
     * @param mayWrite whether the execution may write
     * @param transaction whether a transaction is open, whose writes count when it commits
     * @param alone whether nothing else of the session is being executed
     */
    void begins(boolean mayWrite, boolean transaction, boolean alone) {
        if (mayWrite) {
            writing = true;
        } else if (writing && !transaction) {
            written = LastWrite.now();
            writing = !alone;
        }
    }

    /** When the session wrote last. */
    LastWrite written() {
        return written;
    }

    /**
     * Whether executions must see what other executions of the session did: they are steps, or the session holds locks
     * or has changed definitions.
     */
    boolean isDependent() {
        return steps > 0 || defined || held.pinned().length > 0;
    }

    /** @throws SQLException when the connection is closed */
    void checkOpen() throws SQLException {
        if (closed) {
            throw SqlErrors.of(ErrorCode.CLOSED, "connection");
        }
    }

    /**
     * The connections of a session, in three places: those that it keeps between executions (homes), at most one for
     * each pool; those that linger, at most one for each pool; and a list of all that the session has, without the
     * lingering ones. One per session; used by one thread at a time.
     */
    static final class HeldConnections {
        private static final PhysicalConnection[] NONE = {};

        /** The kept connections, by pool id. */
        private PhysicalConnection[] homes = NONE;

        /** By pool id. Some may have been reclaimed by their pool, or be in use again. */
        PhysicalConnection[] lingering = NONE;

        /** By pool id, the connections that hold what lasts for the session, such as locks; null until there is one. */
        private @Nullable PhysicalConnection @Nullable [] pinned;

        final List<PhysicalConnection> all = new ArrayList<>(1);

        /**
         * Written after all that {@link #breakOff} reads without a lock, so that {@link #breakOff} sees those writes.
         */
        private volatile boolean shown;

        /** The kept connection of that pool, or null. */
        @Nullable
        PhysicalConnection home(ShardPool pool) {
            return pool.id() < homes.length ? homes[pool.id()] : null;
        }

        /** Keeps the connection; its place must be empty. */
        void keep(PhysicalConnection connection) {
            int id = connection.poolId();
            homes = wideEnough(homes, id);
            homes[id] = connection;
            connection.keep(true);
            shown = true;
        }

        /**
         * The pinned connection of that pool, or of the pool that its data source had before; null when there is none.
         */
        @Nullable
        PhysicalConnection pinned(ShardPool pool) {
            for (PhysicalConnection each : pinned()) {
                if (each != null && each.dataSourceName().equals(pool.name())) {
                    return each;
                }
            }
            return null;
        }

        /** Keeps the connection, which has just come from its pool, for what lasts for the session. */
        void pin(PhysicalConnection connection) {
            connection.pin();
            int id = connection.poolId();
            pinned = pinned == null
                    ? new PhysicalConnection[id + 1]
                    : Arrays.copyOf(pinned, Math.max(id + 1, pinned.length));
            pinned[id] = connection;
            shown = true;
        }

        /**
         * Breaks the kept and the pinned connections. By any thread, after the session was closed: a connection that is
         * kept later is not used.
         */
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

        /** The pinned connections; places may be null. */
        PhysicalConnection[] pinned() {
            return pinned == null ? NONE : pinned;
        }

        /**
         * Stops keeping the connection: the execution that uses it gives it back later; without one it goes back now.
         */
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
         * A connection of that pool on which an execution may run now: the kept one, or one whose results are in
         * memory.
         *
         * @param settings whether anything is set on the session
         * @return null when there is none
         */
        @Nullable
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

        /** Whether an execution runs or streams on one of the connections. */
        boolean anyReserved() {
            for (int i = 0; i < all.size(); i++) {
                if (all.get(i).isReserved()) {
                    return true;
                }
            }
            return false;
        }

        /** Lets an unused connection linger, or gives it back. A kept connection is kept no more. */
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
         * Takes up the lingering connection of that pool, which is in {@link #all} again.
         *
         * @return null when there is none
         */
        @Nullable
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
         * Releases the lingering connections that do not answer.
         *
         * @param answers whether a connection answers
         * @return whether a lingering connection is left
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

        /** Gives back the lingering connections, all of them also where one throws an Error. */
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
            if (connection.isPinned() && pinned != null) {
                pinned[id] = null;
            }
            all.remove(connection);
            connection.release();
        }

        /** The kept connections; places may be null. */
        PhysicalConnection[] homes() {
            return homes;
        }

        /** Whether the session keeps no connection. */
        boolean noHome() {
            for (PhysicalConnection home : homes) {
                if (home != null) {
                    return false;
                }
            }
            return true;
        }

        /**
         * Stops keeping all connections, and makes them unfit, so that none is used again. A connection in use is
         * closed when its execution gives it back.
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

        /**
         * Makes the reserved connections unfit: what runs on them goes on while the session ends, and may leave
         * anything there.
         */
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
}
