package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.rule.watch.DatabaseAwayException;
import org.shardingjdbc.rule.watch.WatchedDatabase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Examines one database of a group, by one thread at a time. */
final class Probe {
    private static final Logger LOG = LoggerFactory.getLogger(Probe.class);

    private final GroupHealth group;
    /** Null for the primary. */
    private final @Nullable Replica replica;

    private final WatchedDatabase database;
    private final AtomicBoolean claimed = new AtomicBoolean();
    private final ReentrantLock running = new ReentrantLock();
    private volatile boolean closed;

    Probe(GroupHealth group, @Nullable Replica replica, WatchedDatabase database) {
        this.group = group;
        this.replica = replica;
        this.database = database;
    }

    GroupHealth group() {
        return group;
    }

    int dataSource() {
        return replica == null ? group.primary() : replica.dataSource();
    }

    /** An execution lost its connection to the database. */
    void lost(Exception cause) {
        if (replica != null) {
            group.away(replica, String.valueOf(cause.getMessage()));
        }
    }

    /** Whether the caller is the one that must have {@link #runClaimed} run. */
    boolean claim() {
        return claimed.compareAndSet(false, true);
    }

    void runClaimed() {
        claimed.set(false);
        run();
    }

    /** Examines the database. Never throws, as it would not be run again then. */
    void run() {
        if (!running.tryLock()) {
            // another thread examines the database, for as long as that takes to answer
            return;
        }
        try {
            if (replica == null) {
                lookAtPrimary();
            } else {
                lookAtReplica(replica);
            }
        } catch (DatabaseAwayException e) {
            if (closed) {
                // the database was closed during this probe
                return;
            }
            LOG.debug("Database {} of group {} does not answer", database.name(), group.group(), e);
            if (replica == null) {
                group.primaryTakesWrites(false, false);
            } else {
                group.away(replica, String.valueOf(e.getMessage()));
            }
        } catch (RuntimeException | Error e) {
            // an error of a class that the application brings must not end the probes either
            LOG.warn("Database {} of group {} cannot be looked at", database.name(), group.group(), e);
        } finally {
            running.unlock();
        }
    }

    private void lookAtPrimary() {
        long nanos = System.nanoTime();
        boolean takesWrites = database.takesWrites();
        boolean marked = takesWrites && markNext(nanos);
        group.primaryTakesWrites(takesWrites, true);
        if (takesWrites && !marked && group.isWriter(null)) {
            mark(nanos);
        }
    }

    /**
     * Asks a database for its position before it may become the one that is written to. Otherwise the first write might
     * be taken for what was there before.
     */
    private boolean markNext(long nanos) {
        boolean next = group.mayBecomeWriter(replica);
        if (next) {
            mark(nanos);
        }
        return next;
    }

    private void mark(long nanos) {
        String position = database.position();
        if (position != null) {
            group.mark(replica, new WritePosition(nanos, position));
        }
    }

    private void lookAtReplica(Replica replica) {
        long nanos = System.nanoTime();
        boolean takesWrites = database.takesWrites();
        if (replica.away() != null) {
            database.awaitPool();
            // that may have taken long
            takesWrites = database.takesWrites();
        }
        replica.back();
        boolean marked = takesWrites && markNext(nanos);
        group.takesWrites(replica, takesWrites);
        if (!takesWrites || !group.isWriter(replica)) {
            replica.look(database);
        } else if (!marked) {
            mark(nanos);
        }
        group.back(replica);
    }

    void close() {
        closed = true;
        database.close();
    }
}
