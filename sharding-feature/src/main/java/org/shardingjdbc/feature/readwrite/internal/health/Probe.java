package org.shardingjdbc.feature.readwrite.internal.health;

import java.util.concurrent.atomic.AtomicBoolean;
import org.shardingjdbc.rule.watch.DatabaseAwayException;
import org.shardingjdbc.rule.watch.WatchedDatabase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks at one database of a group. One thread at a time runs it, another one waits for that. */
final class Probe {
    private static final Logger LOG = LoggerFactory.getLogger(Probe.class);

    private final GroupHealth group;
    /** Null for the primary. */
    private final Replica replica;

    private final WatchedDatabase database;
    private final AtomicBoolean claimed = new AtomicBoolean();

    Probe(GroupHealth group, Replica replica, WatchedDatabase database) {
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

    /** An execution lost its connection to it. */
    void lost(Exception cause) {
        if (replica != null) {
            group.away(replica, String.valueOf(cause.getMessage()));
        }
    }

    /** Whether the caller is the one who lets {@link #runClaimed} run. */
    boolean claim() {
        return claimed.compareAndSet(false, true);
    }

    void runClaimed() {
        claimed.set(false);
        run();
    }

    /** Looks at it. Never throws, as it would not be run again then. */
    synchronized void run() {
        try {
            if (replica == null) {
                lookAtPrimary();
            } else {
                lookAtReplica();
            }
        } catch (DatabaseAwayException e) {
            LOG.debug("Database {} of group {} does not answer", database.name(), group.group(), e);
            if (replica != null) {
                group.away(replica, e.getMessage());
            }
        } catch (RuntimeException e) {
            LOG.warn("Database {} of group {} cannot be looked at", database.name(), group.group(), e);
        }
    }

    private void lookAtPrimary() {
        long nanos = System.nanoTime();
        String position = database.takesWrites() ? database.position() : null;
        if (position != null) {
            Mark mark = new Mark(nanos, position);
            group.replicas().forEach(each -> each.add(mark));
        }
    }

    private void lookAtReplica() {
        database.takesWrites();
        if (replica.away() != null) {
            database.awaitPool();
        }
        replica.look(database);
        group.back(replica);
    }

    void close() {
        database.close();
    }
}
