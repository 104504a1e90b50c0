package org.shardingjdbc.engine.internal.execute.worker;

import java.sql.SQLException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.engine.internal.error.SqlErrors;
import org.shardingjdbc.error.ErrorCode;

/**
 * Ends the work of one thread when a query timeout is over, where no execution watches the time: first gently, then by
 * force. The working thread closes the alarm when it is done; the alarm rings on another thread.
 */
public final class Alarm implements AutoCloseable {
    private final int timeoutSeconds;
    private final @Nullable ScheduledFuture<?> gentle;
    private final @Nullable ScheduledFuture<?> forced;
    /** Written with the monitor, read by the thread that closes the alarm. */
    private volatile boolean rung;
    /** Guarded by the monitor. */
    private boolean closed;

    /**
     * @param timeoutSeconds 0 for none
     * @param startNanos when the time began, by {@link System#nanoTime()}
     * @param gently runs when the time is over
     * @param byForce runs when {@code gently} did not help
     */
    public Alarm(Workers workers, int timeoutSeconds, long startNanos, Runnable gently, Runnable byForce) {
        this.timeoutSeconds = timeoutSeconds;
        if (timeoutSeconds == 0) {
            gentle = null;
            forced = null;
            return;
        }
        long passed = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        long left = Math.max(0, TimeUnit.SECONDS.toMillis(timeoutSeconds) - passed);
        gentle = workers.runAfter(left, () -> ring(gently));
        forced = workers.runAfter(left + CancelTimes.GRACE_MILLIS, () -> ring(byForce));
    }

    private synchronized void ring(Runnable way) {
        if (!closed) {
            rung = true;
            way.run();
        }
    }

    /** @throws SQLException when the time is over */
    public void check() throws SQLException {
        if (rung) {
            throw SqlErrors.of(ErrorCode.QUERY_TIMEOUT, timeoutSeconds);
        }
    }

    /** Stops the alarm; afterwards it does not ring. */
    @Override
    public void close() {
        if (gentle != null) {
            gentle.cancel(false);
        }
        if (forced != null) {
            forced.cancel(false);
        }
        synchronized (this) {
            closed = true;
        }
    }
}
