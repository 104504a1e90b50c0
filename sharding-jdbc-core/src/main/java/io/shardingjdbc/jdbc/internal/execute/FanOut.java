package io.shardingjdbc.jdbc.internal.execute;

import io.shardingjdbc.error.ErrorCode;
import io.shardingjdbc.jdbc.internal.error.SqlErrors;
import java.sql.SQLException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs the lanes of one execution side by side: one on the caller's thread, the others on workers, and those that no
 * worker has begun when the caller is done with his, on the caller's too. The first failure stops the rest: running
 * statements are cancelled, waiting ones are not begun, and a lane that does not answer within {@link #GRACE_MILLIS}
 * loses its connection. When {@link #run} returns, no thread works for it any more.
 *
 * <p>One per execution. {@link #stop} may be called by any thread at any time.
 */
public final class FanOut {
    /** How long a cancelled lane has before its connection is broken. */
    static final long GRACE_MILLIS = 3_000;

    /** A cancel that comes between two calls of a driver may be lost; so it is said twice. */
    private static final long SECOND_CANCEL_MILLIS = 200;

    private static final long NO_DEADLINE = Long.MAX_VALUE;
    private static final AtomicIntegerFieldUpdater<FanOut> PENDING =
            AtomicIntegerFieldUpdater.newUpdater(FanOut.class, "pending");

    private final ShardWork work;
    private final Lane[] lanes;
    private final Workers workers;
    private final int timeoutSeconds;
    private final long deadlineNanos;
    private volatile int pending;
    private final Thread caller = Thread.currentThread();
    private volatile Throwable failure;
    private volatile boolean running;

    /**
     * @param timeoutSeconds the statement's query timeout, 0 for none
     * @param startNanos when the execution began, by {@link System#nanoTime()}
     */
    public FanOut(ShardWork work, Lane[] lanes, Workers workers, int timeoutSeconds, long startNanos) {
        this.work = work;
        this.lanes = lanes;
        this.workers = workers;
        this.timeoutSeconds = timeoutSeconds;
        this.deadlineNanos = timeoutSeconds > 0 ? startNanos + TimeUnit.SECONDS.toNanos(timeoutSeconds) : NO_DEADLINE;
        this.pending = lanes.length;
        for (Lane lane : lanes) {
            lane.of(this);
        }
    }

    public Lane[] lanes() {
        return lanes;
    }

    ShardWork work() {
        return work;
    }

    boolean isStopped() {
        return failure != null;
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
     * Runs all lanes to their end.
     *
     * @throws SQLException the first failure, with the others attached; statements are still open then
     */
    public void run() throws SQLException {
        running = true;
        ScheduledFuture<?> timer = startTimer();
        try {
            for (int i = 1; i < lanes.length && workers.run(lanes[i]); i++) {
                // A worker takes it.
            }
            for (Lane lane : lanes) {
                lane.run();
            }
            await();
        } finally {
            running = false;
            if (timer != null) {
                timer.cancel(false);
            }
        }
        Throwable first = failure;
        if (first != null) {
            throwFirst(first);
        }
    }

    private ScheduledFuture<?> startTimer() {
        if (deadlineNanos == NO_DEADLINE) {
            return null;
        }
        long left = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
        return workers.runAfter(Math.max(0, left), () -> stop(SqlErrors.of(ErrorCode.QUERY_TIMEOUT, timeoutSeconds)));
    }

    private void await() {
        boolean interrupted = false;
        while (pending > 0) {
            LockSupport.park(this);
            if (Thread.interrupted()) {
                interrupted = true;
                stop(SqlErrors.of(ErrorCode.INTERRUPTED, "waiting for the shards"));
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static void throwFirst(Throwable first) throws SQLException {
        if (first instanceof SQLException sql) {
            throw sql;
        }
        if (first instanceof RuntimeException runtime) {
            throw runtime;
        }
        if (first instanceof Error error) {
            throw error;
        }
        throw new IllegalStateException(first);
    }

    void laneDone() {
        if (PENDING.decrementAndGet(this) == 0 && Thread.currentThread() != caller) {
            LockSupport.unpark(caller);
        }
    }

    /** A lane failed. */
    void failed(Throwable error) {
        stop(error);
    }

    /** Something failed on the way out. */
    void suppressed(Throwable error) {
        synchronized (this) {
            Throwable first = failure;
            if (first != null && first != error) {
                first.addSuppressed(error);
            }
        }
    }

    /**
     * Stops all lanes for that reason, unless they are stopped already; then the reason is attached to the first one.
     * Does not wait.
     */
    public void stop(Throwable reason) {
        synchronized (this) {
            if (failure != null) {
                suppressed(reason);
                return;
            }
            failure = reason;
        }
        if (pending > 0) {
            workers.runAfter(SECOND_CANCEL_MILLIS, this::cancelPending);
            workers.runAfter(GRACE_MILLIS, this::abortPending);
        }
        for (Lane lane : lanes) {
            lane.cancel();
        }
    }

    private void cancelPending() {
        for (Lane lane : lanes) {
            if (running && !lane.isFinished()) {
                lane.cancel();
            }
        }
    }

    private void abortPending() {
        if (!running) {
            return;
        }
        for (Lane lane : lanes) {
            lane.abort();
        }
    }

    /** Closes all statements. Returns the first failure, or null. */
    public SQLException close() {
        SQLException first = null;
        for (int i = lanes.length - 1; i >= 0; i--) {
            SQLException error = lanes[i].close();
            first = first == null ? error : first;
        }
        return first;
    }
}
