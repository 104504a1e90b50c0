package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.scaling.internal.flow.Flows;
import org.shardingjdbc.scaling.internal.flow.Threads;
import org.shardingjdbc.scaling.internal.layout.Layouts;
import org.shardingjdbc.scaling.internal.layout.NodeTable;
import org.shardingjdbc.scaling.job.ScalingOptions;
import org.shardingjdbc.scaling.job.ScalingPhase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread of a job: it makes the new tables, copies, follows what changes, and waits for databases that are away.
 * One for each job; its thread may be started again when it has stopped. Not thread-safe but for {@link #failure()}.
 */
final class JobWorker {
    private static final Logger LOG = LoggerFactory.getLogger(JobWorker.class);
    private static final long WATCH_MILLIS = 100;
    private static final long LOOKS_AT_PROGRESS = 30;
    private static final long LEASE_MILLIS = 1_000;
    /** The SQLState of a session that is lost: it is waited for. */
    private static final String OUTAGE = "08006";

    private static final long SEEN_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final long FIRST_PAUSE_MILLIS = 200;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final String name;
    private final Layouts layouts;
    private final JobStore store;
    private final JobLease lease;
    private final JobTables tables;
    private final JobLogs logs;
    private final Flows flows;
    private final CopyCounts counts;
    private final JobPhase phase;
    private volatile ScalingOptions options;
    private volatile boolean closed;
    private volatile @Nullable Throwable failure;
    private @Nullable Thread thread;
    /** Looks at the lease as long as that one runs. */
    private @Nullable Thread watch;
    /** How the lease was lost; null while it is held. */
    private volatile @Nullable SQLException lost;

    JobWorker(
            String name,
            Layouts layouts,
            JobStore store,
            JobLease lease,
            JobTables tables,
            JobLogs logs,
            Flows flows,
            CopyCounts counts,
            JobPhase phase,
            ScalingOptions options) {
        this.name = name;
        this.layouts = layouts;
        this.store = store;
        this.lease = lease;
        this.tables = tables;
        this.logs = logs;
        this.flows = flows;
        this.counts = counts;
        this.phase = phase;
        this.options = options;
    }

    /** Goes about it so from now on. */
    void options(ScalingOptions chosen) {
        options = chosen;
    }

    ScalingOptions options() {
        return options;
    }

    /** Why it stopped; null while it has not. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    boolean isRunning() {
        return thread != null && failure == null;
    }

    /** Goes on from the phase that the job is in. What stopped it before is told until then. */
    void start() {
        Thread made = new Thread(this::work, "sharding-jdbc-scaling");
        made.setDaemon(true);
        closed = false;
        failure = null;
        lost = null;
        thread = made;
        made.start();
        Thread watching = new Thread(() -> watchLease(made), "sharding-jdbc-scaling-lease");
        watching.setDaemon(true);
        watch = watching;
        watching.start();
    }

    /** Stops it, as something failed beside it. */
    void fail(Throwable why) {
        failure = why;
        endFlows(why);
    }

    /** Stops it in order; nothing of it runs afterwards, also where the caller is interrupted. */
    void close() throws SQLException {
        closed = true;
        await();
        flows.close();
    }

    /** Until its threads have ended, where it has any. */
    void await() {
        Thread running = thread;
        if (running != null) {
            Threads.join(running);
        }
        Thread watching = watch;
        if (watching != null) {
            Threads.join(watching);
        }
    }

    /** A database that is away is waited for. */
    private void work() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!isEnded()) {
            try {
                // so that who drives it elsewhere is told, and not how it was lost before
                lost = null;
                lease.take();
                lost = null;
                readPhase();
                goOn();
                pause = FIRST_PAUSE_MILLIS;
                watch();
                return;
            } catch (SQLException | RuntimeException | Error e) {
                if (isEnded()) {
                    return;
                }
                SQLException away = lost;
                if (away == null && e instanceof SQLException error && SqlErrors.isOutageWhileExecuting(error)) {
                    away = error;
                }
                if (away == null) {
                    LOG.error("Scaling job {} stopped", name, e);
                    failure = e;
                    endFlows(e);
                    return;
                }
                LOG.warn("Scaling job {} goes on in {} ms, as a database is away", name, pause, away);
                endFlows(away);
                pause(pause);
                pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
            }
        }
    }

    /** Somebody else may have driven the job while this had lost its lease. */
    private void readPhase() throws SQLException {
        phase.read();
        if (phase.is(ScalingPhase.PLANNED) || phase.get().compareTo(ScalingPhase.SWITCHED) > 0) {
            throw SqlErrors.of(ErrorCode.SCALING_WRONG_PHASE, name, phase, "go on");
        }
    }

    private void goOn() throws SQLException {
        readCounts();
        if (phase.is(ScalingPhase.PREPARING)) {
            if (!prepare()) {
                return;
            }
            enter(ScalingPhase.COPYING);
        }
        if (phase.is(ScalingPhase.COPYING)) {
            if (copies() && follow() && complete()) {
                enter(ScalingPhase.FOLLOWING);
            }
        } else if (phase.is(ScalingPhase.FOLLOWING)) {
            follow();
        } else if (phase.is(ScalingPhase.SWITCHED)) {
            followBack();
        }
    }

    /** Who has lost the lease knows no phase: somebody else may have entered a later one. */
    private void enter(ScalingPhase entered) throws SQLException {
        lease.check();
        phase.enter(entered);
    }

    private boolean isEnded() {
        return closed || failure != null;
    }

    /** Until it is stopped, or a flow has failed. */
    private void watch() throws SQLException {
        for (long i = 1; !isEnded(); i++) {
            goesOn();
            flows.check();
            if (i % LOOKS_AT_PROGRESS == 0) {
                store.write(CopyCounts.LAG, flows.changes() + " " + flows.lagBytes() + " " + flows.lagMillis());
            }
            pause(WATCH_MILLIS);
        }
    }

    private void pause(long millis) {
        try {
            TimeUnit.MILLISECONDS.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            closed = true;
        }
    }

    /** Nothing is followed any more, whatever fails of that; {@code why} is told to who waits for it. */
    void endFlows(@Nullable Throwable why) {
        try {
            flows.close(why);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("What followed the changes is not closed in order", e);
        }
    }

    /**
     * May have been done in part already.
     *
     * @return whether all is done
     */
    private boolean prepare() throws SQLException {
        logs.beginForward();
        // that may have waited for long
        lease.check();
        return tables.create(this::goesOn);
    }

    /** @return whether all is copied */
    private boolean copies() throws SQLException {
        return new JobCopy(layouts, store, tables, counts, this::options, this::goesOn).run();
    }

    /**
     * Whether this is not to stop. By any thread of the job.
     *
     * @throws SQLException where the lease is lost
     */
    private boolean goesOn() throws SQLException {
        SQLException known = lost;
        if (known != null) {
            throw known;
        }
        return !isEnded();
    }

    /**
     * Makes sure that it is this which drives the job, whatever its other threads wait for: two would write older rows
     * over newer ones. From time to time others are told that the job is driven.
     */
    private void watchLease(Thread working) {
        long seenNanos = System.nanoTime();
        while (working.isAlive() && !isEnded()) {
            try {
                working.join(LEASE_MILLIS);
            } catch (InterruptedException e) {
                // nobody interrupts it
                return;
            }
            if (lost == null && working.isAlive() && isHeld() && System.nanoTime() - seenNanos > SEEN_NANOS) {
                seenNanos = System.nanoTime();
                see();
            }
        }
    }

    /** Whether the lease is; where it is not, or cannot be asked for, nothing is followed any more. */
    private boolean isHeld() {
        SQLException why;
        try {
            lease.check();
            return true;
        } catch (SQLException e) {
            why = e;
        } catch (RuntimeException e) {
            why = new SQLException("The session that drives job " + name + " cannot be asked", OUTAGE, e);
        }
        lost = why;
        endFlows(why);
        return false;
    }

    /** Who is not told waits for the lease all the same. */
    private void see() {
        try {
            JobCatalog.see(store);
        } catch (SQLException | RuntimeException e) {
            LOG.debug("That job {} is driven is not told", name, e);
        }
    }

    /** Why the limits of its options cannot be kept; empty where they can. */
    List<String> obstacles() throws SQLException {
        if (options.replicaLag().isZero()) {
            return List.of();
        }
        try (ReplicaLag lag = new ReplicaLag(layouts)) {
            return lag.obstacles();
        }
    }

    /** What was copied before, and how much there is. */
    private void readCounts() throws SQLException {
        counts.read(store.read());
        if (phase.get().compareTo(ScalingPhase.FOLLOWING) <= 0) {
            for (Map.Entry<NodeTable, long[]> each : tables.sizes().entrySet()) {
                counts.size(each.getKey(), each.getValue());
                store.write(CopyCounts.SIZE + each.getKey(), each.getValue()[0] + " " + each.getValue()[1]);
            }
        }
    }

    /** @return whether all is written that was committed by then */
    private boolean follow() throws SQLException {
        lease.check();
        synchronized (phase) {
            if (phase.get().compareTo(ScalingPhase.FOLLOWING) > 0) {
                // it was switched meanwhile, and the other way is followed
                return false;
            }
            flows.follow(layouts.forward(), logs::forward);
        }
        return flows.catchUp(this::goesOn);
    }

    /** @return whether the tables have all their keys and indexes */
    private boolean complete() throws SQLException {
        for (NodeTable target : layouts.targets()) {
            if (!goesOn()) {
                return false;
            }
            tables.complete(target);
        }
        return true;
    }

    /** Behind the switch. */
    void followBack() {
        synchronized (phase) {
            if (phase.is(ScalingPhase.SWITCHED) && !flows.isFollowing()) {
                flows.follow(layouts.back(), logs::back);
            }
        }
    }
}
