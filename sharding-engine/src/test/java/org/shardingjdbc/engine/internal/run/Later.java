package org.shardingjdbc.engine.internal.run;

import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** What a clock that a model winds by hand is to run later. */
final class Later implements ScheduledFuture<Object> {
    final long dueMillis;
    final Runnable task;
    volatile boolean done;

    Later(long dueMillis, Runnable task) {
        this.dueMillis = dueMillis;
        this.task = task;
    }

    @Override
    public boolean cancel(boolean interrupts) {
        done = true;
        return true;
    }

    @Override
    public boolean isDone() {
        return done;
    }

    @Override
    public boolean isCancelled() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object get() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Object get(long time, TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public long getDelay(TimeUnit unit) {
        throw new UnsupportedOperationException();
    }

    @Override
    public int compareTo(Delayed other) {
        throw new UnsupportedOperationException();
    }
}
