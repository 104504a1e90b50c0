package org.shardingjdbc.engine.internal.execute.worker;

import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/** Tells the time, and starts what is due later. Safe for all threads. */
public interface TaskClock {
    /** As {@link System#nanoTime()}. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /** Runs a task that does not block after that time. Returns false when the data source is closed. */
    boolean tickAfter(long delayNanos, Runnable task);

    /** Starts the task after that time on a thread of its own. Returns null when the data source is closed. */
    @Nullable
    ScheduledFuture<?> runAfter(long delayMillis, Runnable task);
}
