package org.shardingjdbc.jdbc.internal.workerid;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.governance.WorkerLease;
import org.shardingjdbc.jdbc.governance.WorkerLeases;
import org.shardingjdbc.rule.algorithm.WorkerIds;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A worker id that no other process holds, leased in the table {@code sharding_jdbc_worker} of one database, or in the
 * registry where there is one. Safe for all threads; one per sharding data source.
 *
 * <p>The first key acquires the lease: an id that was given back, else one that nobody had, else one whose holder is
 * dead. Clocks of different machines are not compared for that. A holder adds one to the row's beat every
 * {@value #BEAT_MILLIS} ms; who watches a beat stand still for {@value #DEAD_MILLIS} ms takes the row over, by an
 * update that only succeeds on the beat that it watched, or at once where the row says that the id was used an hour ago
 * or before. A holder that could not beat for {@value #VALID_MILLIS} ms, because the database was away or the process
 * was suspended, makes no more keys, long before anybody could take its id. It asks whether the id is still its own,
 * and else for a new lease. So that keys of the former holder are not made again by one whose clock is behind, the row
 * says until when the id may have been used, and the new holder waits for that. A holder whose clock is past what the
 * row says, as after the clock was set forward, renews the lease before its next key; a clock that was set back lets
 * the row say what it said.
 */
public final class LeasedWorkerIds implements WorkerIds, AutoCloseable {
    static final long BEAT_MILLIS = 10_000;
    static final long VALID_MILLIS = 45_000;
    static final long DEAD_MILLIS = 90_000;
    static final long ABANDONED_MILLIS = 3_600_000;
    static final int IDS = 1024;
    /** Between two looks whether the data source is closed. */
    private static final long PAUSE_MILLIS = 100;

    private static final Logger LOG = LoggerFactory.getLogger(LeasedWorkerIds.class);
    private static final long MAX_CLOCK_DIFFERENCE_MILLIS = VALID_MILLIS + 15_000;

    private final WorkerLeases leases;
    private final LeaseTime time;
    private final String holder = UUID.randomUUID().toString();
    private final Object acquiring = new Object();

    /** The latest time of the clock at which a key may have been made. */
    private final AtomicLong latestUse = new AtomicLong();

    private volatile @Nullable Lease held;
    private volatile boolean closed;
    private @Nullable Thread beating;

    /**
     * @param validUntil elapsed milliseconds
     * @param usedUntil of the clock of the keys, as the row says it
     */
    private record Lease(int workerId, long validUntil, long usedUntil) {}

    public LeasedWorkerIds(WorkerLeases leases) {
        this(leases, LeaseTime.SYSTEM);
    }

    LeasedWorkerIds(WorkerLeases leases, LeaseTime time) {
        this.leases = leases;
        this.time = time;
    }

    @Override
    public int current() {
        Lease lease = held;
        if (lease != null && mayUse(lease)) {
            return lease.workerId();
        }
        synchronized (acquiring) {
            lease = held;
            while (lease == null || !mayUse(lease)) {
                lease = acquire(lease);
            }
            return lease.workerId();
        }
    }

    private boolean mayUse(Lease lease) {
        long now = time.wallMillis();
        if (time.elapsedMillis() >= lease.validUntil() || now >= lease.usedUntil()) {
            return false;
        }
        if (now > latestUse.get()) {
            latestUse.accumulateAndGet(now, Math::max);
        }
        return true;
    }

    /** Until when an id may be used that is leased now: never before a key that was made. */
    private long nextUse() {
        return Math.max(time.wallMillis(), latestUse.get()) + VALID_MILLIS;
    }

    /** Gives the lease back. Keys are not made any more. */
    @Override
    public void close() {
        // seen by who waits for an id with the monitor, and ends
        closed = true;
        synchronized (acquiring) {
            Lease lease = held;
            held = null;
            if (beating != null) {
                beating.interrupt();
                beating = null;
            }
            if (lease != null) {
                try {
                    leases.release(lease.workerId(), holder, Math.max(time.wallMillis(), latestUse.get()) + 1);
                } catch (SQLException e) {
                    LOG.warn(
                            "Worker id {} could not be given back; it is free after {} ms",
                            lease.workerId(),
                            DEAD_MILLIS,
                            e);
                }
            }
        }
    }

    /** One sign of life. */
    void beat() {
        Lease lease = held;
        if (lease == null) {
            return;
        }
        long start = time.elapsedMillis();
        try {
            long usedUntil = nextUse();
            boolean ours = leases.beat(lease.workerId(), holder, usedUntil);
            synchronized (acquiring) {
                if (held != null && held.workerId() == lease.workerId()) {
                    held = ours && !closed ? new Lease(lease.workerId(), start + VALID_MILLIS, usedUntil) : null;
                }
            }
        } catch (SQLException e) {
            if (closed) {
                LOG.debug("The lease of worker id {} was given back while it was renewed", lease.workerId(), e);
                return;
            }
            LOG.warn(
                    "The lease of worker id {} could not be renewed; it ends in {} ms",
                    lease.workerId(),
                    lease.validUntil() - time.elapsedMillis(),
                    e);
        }
    }

    /** @param former the lease that ended; null for none */
    private Lease acquire(@Nullable Lease former) {
        checkOpen();
        try {
            Lease lease = renewed(former);
            if (lease == null) {
                held = null;
                lease = lease();
                LOG.info("Worker id {} is leased", lease.workerId());
            }
            held = lease;
            startBeating();
            return lease;
        } catch (SQLException e) {
            throw ShardingException.causedBy(e, ErrorCode.KEY_WORKER_ID_UNAVAILABLE, e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw ShardingException.causedBy(e, ErrorCode.KEY_WORKER_ID_UNAVAILABLE, "the thread was interrupted");
        }
    }

    private void checkOpen() {
        if (closed) {
            throw new ShardingException(ErrorCode.KEY_WORKER_ID_UNAVAILABLE, "the data source is closed");
        }
    }

    /** Waits, unless the data source is closed meanwhile. */
    private void pause(long millis) throws InterruptedException {
        for (long left = millis; left > 0; left -= PAUSE_MILLIS) {
            checkOpen();
            time.sleep(Math.min(left, PAUSE_MILLIS));
        }
        checkOpen();
    }

    /** Null when it is another's by now. */
    private @Nullable Lease renewed(@Nullable Lease former) throws SQLException {
        long start = time.elapsedMillis();
        long usedUntil = nextUse();
        return former != null && leases.beat(former.workerId(), holder, usedUntil)
                ? new Lease(former.workerId(), start + VALID_MILLIS, usedUntil)
                : null;
    }

    private Lease lease() throws SQLException, InterruptedException {
        List<WorkerLease> known = leases.read();
        for (WorkerLease lease : known) {
            if (lease.holder().equals(WorkerLease.NOBODY)) {
                Lease taken = take(lease);
                if (taken != null) {
                    return taken;
                }
            }
        }
        Lease added = add(known);
        Lease free = added == null ? abandoned(known) : added;
        return free == null ? takeOver(known) : free;
    }

    /**
     * All ids have rows: takes one that was not renewed for so long that nobody needs to be watched for it. Should its
     * holder live, with a clock that is behind, then its keys are older than ours, and its next sign of life fails.
     */
    private @Nullable Lease abandoned(List<WorkerLease> known) throws SQLException, InterruptedException {
        long before = time.wallMillis() - ABANDONED_MILLIS;
        for (WorkerLease lease : known) {
            Lease taken = lease.usedUntil() < before ? take(lease) : null;
            if (taken != null) {
                return taken;
            }
        }
        return null;
    }

    /**
     * Takes a row as it was read, unless its id was used by somebody whose clock is far ahead; null when another
     * process was faster.
     */
    private @Nullable Lease take(WorkerLease lease) throws SQLException, InterruptedException {
        long ahead = lease.usedUntil() - time.wallMillis();
        if (ahead > MAX_CLOCK_DIFFERENCE_MILLIS) {
            return null;
        }
        long start = time.elapsedMillis();
        long usedUntil = nextUse() + Math.max(0, ahead);
        if (!leases.take(lease, holder, usedUntil)) {
            return null;
        }
        if (ahead >= 0) {
            pause(ahead + 1);
            start = time.elapsedMillis();
            usedUntil = nextUse();
            if (!leases.beat(lease.workerId(), holder, usedUntil)) {
                return null;
            }
        }
        return new Lease(lease.workerId(), start + VALID_MILLIS, usedUntil);
    }

    private @Nullable Lease add(List<WorkerLease> leased) throws SQLException {
        Set<Integer> known = new HashSet<>();
        leased.forEach(lease -> known.add(lease.workerId()));
        for (int id = 0; id < IDS; id++) {
            long start = time.elapsedMillis();
            long usedUntil = nextUse();
            if (!known.contains(id) && leases.add(id, holder, usedUntil)) {
                return new Lease(id, start + VALID_MILLIS, usedUntil);
            }
        }
        return null;
    }

    /** All ids have rows: watches their beats, and takes one that stands still. */
    private Lease takeOver(List<WorkerLease> leased) throws SQLException, InterruptedException {
        LOG.warn("All {} worker ids are held; waiting {} ms for one whose holder is dead", IDS, DEAD_MILLIS);
        Map<Integer, Long> beats = new HashMap<>();
        leased.forEach(lease -> beats.put(lease.workerId(), lease.beat()));
        pause(DEAD_MILLIS);
        for (WorkerLease lease : leases.read()) {
            boolean free = lease.holder().equals(WorkerLease.NOBODY);
            boolean dead = Long.valueOf(lease.beat()).equals(beats.get(lease.workerId()));
            Lease taken = free || dead ? take(lease) : null;
            if (taken != null) {
                return taken;
            }
        }
        throw new ShardingException(ErrorCode.KEY_WORKER_ID_UNAVAILABLE, "all " + IDS + " ids are held");
    }

    private void startBeating() {
        if (beating != null && beating.isAlive()) {
            return;
        }
        Thread thread = new Thread(this::keepBeating, "sharding-jdbc-worker-id");
        thread.setDaemon(true);
        beating = thread;
        thread.start();
    }

    private void keepBeating() {
        try {
            while (!closed) {
                time.sleep(BEAT_MILLIS);
                beat();
            }
        } catch (InterruptedException e) {
            // closed
            Thread.currentThread().interrupt();
        }
    }

    /** Time as leases see it. */
    interface LeaseTime {
        /** The system's time. */
        LeaseTime SYSTEM = new LeaseTime() {
            @Override
            public long elapsedMillis() {
                return TimeUnit.NANOSECONDS.toMillis(System.nanoTime());
            }

            @Override
            public long wallMillis() {
                return System.currentTimeMillis();
            }

            @Override
            public void sleep(long millis) throws InterruptedException {
                Thread.sleep(millis);
            }
        };

        /** Milliseconds since some moment; never steps back. */
        long elapsedMillis();

        /** Milliseconds since 1970-01-01T00:00Z, the clock of the keys. */
        long wallMillis();

        /** Waits. */
        void sleep(long millis) throws InterruptedException;
    }
}
