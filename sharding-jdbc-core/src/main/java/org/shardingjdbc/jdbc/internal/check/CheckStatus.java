package org.shardingjdbc.jdbc.internal.check;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.jdbc.check.CheckOptions.CheckProgress;

/** How far a check is, and whether it goes on. Safe for all threads. */
public final class CheckStatus {
    private final CheckProgress told;
    private final long begin = System.nanoTime();
    /** Null for none. */
    private final @Nullable Duration limit;

    private int done;
    private int all;
    private long rows;
    private boolean stopped;

    /** @param limit after which it does not go on; null for none */
    public CheckStatus(CheckProgress told, @Nullable Duration limit) {
        this.told = told;
        this.limit = limit;
    }

    /** Another part begins, which has so many steps. */
    public synchronized void begin(int steps) {
        done = 0;
        all = steps;
    }

    /** Rows were read; returns whether to go on. */
    synchronized boolean read(String step, long count) {
        rows += count;
        stopped |= !told.at(step, done, all, rows);
        return goesOn();
    }

    /** A step is done; returns whether to go on. */
    synchronized boolean done(String step) {
        done++;
        stopped |= !told.at(step, done, all, rows);
        return goesOn();
    }

    /** Whether neither time is up nor somebody stopped it. */
    public synchronized boolean goesOn() {
        return !stopped && (limit == null || System.nanoTime() - begin < limit.toNanos());
    }

    /** How many seconds a statement may take, 0 for any time. */
    int secondsLeft() {
        return limit == null
                ? 0
                : (int) Math.max(1, limit.minusNanos(System.nanoTime() - begin).toSeconds() + 1);
    }

    /** How many rows were read. */
    public synchronized long rows() {
        return rows;
    }

    /** Why it does not go on. */
    synchronized String why() {
        return stopped ? "the check was stopped" : "the time limit of the check was over";
    }
}
