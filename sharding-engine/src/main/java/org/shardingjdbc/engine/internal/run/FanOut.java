package org.shardingjdbc.engine.internal.run;

import java.sql.SQLException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.Closing;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.engine.internal.execute.deployment.DeployedPlan;
import org.shardingjdbc.engine.internal.execute.deployment.FanOutMode;
import org.shardingjdbc.engine.internal.execute.worker.CancelTimes;
import org.shardingjdbc.engine.internal.execute.worker.LateFanOuts;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.shardingjdbc.engine.observe.UnitListener;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.plan.internal.experience.FanOutTimes;
import org.shardingjdbc.plan.internal.operator.ShardPlan;

/**
 * Runs the execution groups of one execution side by side: the first one on the caller's thread, the others on workers.
 * When the caller is done with its group, it also runs the groups that no worker has begun. The first failure stops the
 * rest: running statements are cancelled, waiting groups are not begun, and a group that does not answer within
 * {@link CancelTimes#GRACE_MILLIS} loses its connection. When {@link #run} returns, no thread works for the execution
 * any more.
 *
 * <p>To hand a group over costs some ten microseconds, to wake the worker and then the caller, and more where no core
 * is free. Where the caller alone is expected to be quicker ({@link FanOutTimes}), it runs all groups one after the
 * other. Should that take long after all, {@link LateFanOuts} hands over the groups that the caller has not begun.
 *
 * <p>One per execution. {@link #stop} may be called by any thread at any time.
 */
public final class FanOut implements LateFanOuts.Candidate, StopSignal.Target {
    /** Groups that together take no longer than that are not worth a hand-over. */
    private static final long HAND_OVER_NANOS = 50_000;

    /** Timers of drivers may ring so much before the deadline. */
    private static final long EARLY_NANOS = 50_000_000;

    private static final long NO_DEADLINE = Long.MAX_VALUE;
    private static final AtomicIntegerFieldUpdater<FanOut> PENDING =
            AtomicIntegerFieldUpdater.newUpdater(FanOut.class, "pending");

    private final ShardWork work;
    private final ExecutionGroup[] groups;
    private final Workers workers;
    private final int timeoutSeconds;
    private final long deadlineNanos;
    private volatile int pending;
    private final Thread caller = Thread.currentThread();
    private final StopSignal signal = new StopSignal(this);
    private FanOutMode mode = FanOutMode.PARALLEL;
    private @Nullable FanOutTimes times;
    /** Null when nobody listens. */
    private @Nullable UnitListener listener;

    /** Whether the time of each group is measured. Set before the groups run. */
    private boolean timed;

    private boolean interrupted;

    /**
     * @param timeoutSeconds the statement's query timeout, 0 for none
     * @param startNanos when the execution began, by {@link System#nanoTime()}
     */
    public FanOut(ShardWork work, ExecutionGroup[] groups, Workers workers, int timeoutSeconds, long startNanos) {
        this.work = work;
        this.groups = groups;
        this.workers = workers;
        this.timeoutSeconds = timeoutSeconds;
        this.deadlineNanos = timeoutSeconds > 0 ? startNanos + TimeUnit.SECONDS.toNanos(timeoutSeconds) : NO_DEADLINE;
        this.pending = groups.length;
        for (ExecutionGroup group : groups) {
            group.of(this);
        }
    }

    /**
     * Sets who runs the groups. Called before {@link #run}.
     *
     * @param known what is known of the plan's times; used in adaptive mode only
     */
    public void guidedBy(FanOutMode chosen, @Nullable FanOutTimes known) {
        mode = chosen;
        times = chosen == FanOutMode.ADAPTIVE ? known : null;
    }

    /** Sets who runs the groups, by what is known of the times of that plan. Called before {@link #run}. */
    public void guidedBy(DeployedPlan deployed) {
        if (deployed.plan() instanceof ShardPlan plan) {
            guidedBy(deployed.deployment().props().fanOut(), plan.experience().fanOutTimes());
        }
    }

    /** Sets the listener that hears of the units; null for none. Called before {@link #run}. */
    public void tellTo(@Nullable UnitListener told) {
        listener = told;
    }

    /** Null when nobody listens. */
    @Nullable
    UnitListener listener() {
        return listener;
    }

    public ExecutionGroup[] groups() {
        return groups;
    }

    /** The signal that stops the groups. */
    StopSignal signal() {
        return signal;
    }

    @Override
    public ConnectionRun[] parts() {
        return groups;
    }

    @Override
    public Workers workers() {
        return workers;
    }

    ShardWork work() {
        return work;
    }

    /** Whether the time of each group is measured. */
    boolean isTimed() {
        return timed;
    }

    boolean isStopped() {
        return signal.isStopped();
    }

    /** Whether the deadline has passed, or is so near that a driver's timer may have rung. */
    boolean isLate() {
        return deadlineNanos != NO_DEADLINE && System.nanoTime() - deadlineNanos > -EARLY_NANOS;
    }

    /** For the driver's own timer: whole seconds until the deadline, at least 1; 0 when there is none. */
    int remainingSeconds() {
        if (deadlineNanos == NO_DEADLINE) {
            return 0;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        return (int) Math.max(1, (left + 999) / 1000);
    }

    /**
     * Runs all groups to their end.
     *
     * @throws SQLException the first failure, with the others attached; statements are still open then
     */
    public void run() throws SQLException {
        signal.begin();
        ScheduledFuture<?> timer = startTimer();
        FanOutTimes known = times;
        long begin = known == null ? 0 : System.nanoTime();
        boolean byOne = known != null && isForOne(known, begin);
        timed = known != null && !byOne;
        try {
            runGroups(byOne);
            await();
        } finally {
            signal.end();
            if (timer != null) {
                timer.cancel(false);
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        Throwable first = signal.reason();
        if (first != null) {
            Closing.raise(mostGrave(first));
        }
        if (known != null) {
            learnPace(known, byOne, System.nanoTime() - begin);
        }
    }

    /**
     * What is thrown. That a stopped group has committed all the same is graver than the reason for which it was
     * stopped.
     */
    private Throwable mostGrave(Throwable first) {
        for (ExecutionGroup group : groups) {
            Throwable error = group.error();
            if (error != null && error != first && SqlErrors.isOutsideOfTransaction(error)) {
                return SqlErrors.outsideOfTransaction(group.connection().dataSourceName(), first);
            }
        }
        return first;
    }

    private void learnPace(FanOutTimes known, boolean byOne, long nanos) {
        if (byOne) {
            known.tookOne(nanos, work.pieces());
            return;
        }
        long total = 0;
        for (ExecutionGroup group : groups) {
            total += group.nanos();
        }
        known.tookMore(nanos, total, work.pieces());
    }

    private void runGroups(boolean byOne) {
        int place = byOne ? workers.lateFanOuts().enter(this) : -1;
        if (place >= 0) {
            try {
                runAll();
            } finally {
                workers.lateFanOuts().leave(place);
            }
            return;
        }
        if (mode != FanOutMode.SEQUENTIAL) {
            handOver();
        }
        runAll();
    }

    /** Whether the caller alone is expected to be the quickest. */
    private boolean isForOne(FanOutTimes known, long nowNanos) {
        // All groups but the first take less than to hand them over.
        long quickNanos = HAND_OVER_NANOS * groups.length / (groups.length - 1);
        return known.isForOne(quickNanos, work.pieces(), nowNanos);
    }

    /**
     * Asks workers to run all groups but the first. A group that a thread has begun stays with that thread. By any
     * thread.
     */
    @Override
    public void handOver() {
        for (int i = 1; i < groups.length; i++) {
            if (!groups[i].isClaimed() && !workers.run(groups[i])) {
                return;
            }
        }
    }

    /** Runs the groups that no other thread has begun. */
    private void runAll() {
        groups[0].run();
        for (int i = 1; i < groups.length; i++) {
            stopIfInterrupted();
            groups[i].run();
        }
    }

    private @Nullable ScheduledFuture<?> startTimer() {
        if (deadlineNanos == NO_DEADLINE) {
            return null;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        return workers.runAfter(Math.max(0, left), () -> stop(SqlErrors.of(ErrorCode.QUERY_TIMEOUT, timeoutSeconds)));
    }

    private void await() {
        while (pending > 0) {
            LockSupport.park(this);
            stopIfInterrupted();
        }
    }

    private void stopIfInterrupted() {
        if (pending > 0 && Thread.interrupted()) {
            interrupted = true;
            stop(SqlErrors.of(ErrorCode.INTERRUPTED, "waiting for the shards"));
        }
    }

    void groupDone() {
        if (PENDING.decrementAndGet(this) == 0 && Thread.currentThread() != caller) {
            LockSupport.unpark(caller);
        }
    }

    /** A group failed. */
    void failed(Throwable error) {
        stop(error);
    }

    /**
     * Stops all groups for that reason. Where they are stopped already, the reason is added to the first one as
     * suppressed.
     */
    public void stop(Throwable reason) {
        if (!signal.stop(reason)) {
            signal.attach(reason);
        }
    }

    /**
     * As {@link #stop}, because another thread closes the execution.
     *
     * @param broken whether all connections are broken off, so that nothing need be cancelled
     */
    public void stopClosed(Throwable why, boolean broken) {
        if (broken) {
            signal.stopBrokenOff(why);
        } else {
            signal.stop(why);
        }
    }

    /** Closes all statements. Returns the first failure, or null. */
    public @Nullable SQLException close() {
        SQLException first = null;
        Error broken = null;
        for (int i = groups.length - 1; i >= 0; i--) {
            try {
                SQLException error = groups[i].close();
                first = first == null ? error : first;
            } catch (Error e) {
                broken = broken == null ? e : broken;
            }
        }
        if (broken != null) {
            throw broken;
        }
        return first;
    }
}
