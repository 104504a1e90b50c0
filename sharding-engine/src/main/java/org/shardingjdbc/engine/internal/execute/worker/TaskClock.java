package org.shardingjdbc.engine.internal.execute.worker;

import java.util.concurrent.ScheduledFuture;
import org.jspecify.annotations.Nullable;

/** Gives the time, and starts tasks that are due later. Safe for all threads. */
public interface TaskClock {
    /** As {@link System#nanoTime()}. */
    default long nanoTime() {
        return System.nanoTime();
    }

    /** Runs a task after that time. The task must not block. Returns false when the data source is closed. */
    boolean tickAfter(long delayNanos, Runnable task);

    /** Starts the task after that time on a thread of its own. Returns null when the data source is closed. */
    @Nullable
    ScheduledFuture<?> runAfter(long delayMillis, Runnable task);
}
