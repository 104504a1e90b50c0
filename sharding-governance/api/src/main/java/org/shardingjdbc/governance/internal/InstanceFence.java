package org.shardingjdbc.governance.internal;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;
import org.shardingjdbc.jdbc.governance.Fence;
import org.shardingjdbc.jdbc.governance.WhenAway;

/**
 * Keeps the statements of an instance within what the instances agree on: by which configuration they run.
 *
 * <p>Whoever changes the configuration waits until all instances that live say that they run on the new one. So an
 * instance owes two things. It must not say so while statements, or transactions that have written, are under way that
 * began before: each is counted in the {@link Era} in which it began, and an era is over when another configuration
 * counts. And it must not run statements when the others may take it for dead, since they do not wait for it then: it
 * stood still, or the registry cannot be reached. Each look at the registry therefore says until when the others count
 * on this instance ({@link #heard}), and after that no statement begins before the next look. What was under way when a
 * configuration came too late is revoked: it must not be told as done, and {@link Entry#holds} says so.
 *
 * <p>Safe for all threads; one for each data source that has a registry. Clocks of other machines play no part.
 */
final class InstanceFence implements Fence {
    /** How long statements wait for a look that an instance owes after it stood still. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** An instance that has not looked for so long stood still. */
    private static final long STILL_NANOS = TimeUnit.SECONDS.toNanos(12);

    private static final long WAIT_MILLIS = 200;

    private final String registry;
    private final WhenAway whenAway;
    private final Runnable look;
    private final LongSupplier nanoTime;
    /** Those that are over and not yet quiet; guarded by this. */
    private final List<Era> past = new ArrayList<>();

    private volatile Era era = new Era();
    /** Until when others count on this instance, by {@link System#nanoTime()}. */
    private volatile long heardUntil;
    /** Since when statements have waited for a look; guarded by this, and so is the rest. */
    private long waitedSince;

    private boolean waited;
    private long lookedAt;
    private boolean looked;
    private boolean everHeard;
    /** Whether the registry has answered, and something else than its answer is waited for. */
    private boolean held;

    private String problem = "it has not answered yet";

    /** The statements that began under one configuration. Safe for all threads. */
    private final class Era implements Entry {
        private final LongAdder begun = new LongAdder();
        private final LongAdder ended = new LongAdder();
        private volatile boolean over;
        /** Whether its configuration stopped to count while others did not wait for this instance. */
        private volatile boolean revoked;

        /** Whether nothing of it is under way; when it is over, it stays so. */
        private boolean isQuiet() {
            // What has ended is read first: what begins meanwhile makes it look busy, never quiet.
            long before = ended.sum();
            return begun.sum() == before;
        }

        @Override
        public void leave() {
            ended.increment();
            // without the fence of enter(): whoever misses that it is over is made up for by the next look
            if (over && isQuiet()) {
                look.run();
            }
        }

        @Override
        public boolean holds() {
            if (isHeard()) {
                return !revoked;
            }
            try {
                awaitLook();
            } catch (ShardingException away) {
                return false;
            }
            return !revoked;
        }
    }

    /**
     * Statements wait until {@link #heard} is called for the first time.
     *
     * @param registry as messages call it
     * @param look lets the registry be looked at soon; returns at once
     */
    InstanceFence(String registry, WhenAway whenAway, Runnable look) {
        this(registry, whenAway, look, System::nanoTime);
    }

    /** @param nanoTime the clock, as {@link System#nanoTime()} */
    InstanceFence(String registry, WhenAway whenAway, Runnable look, LongSupplier nanoTime) {
        this.registry = registry;
        this.whenAway = whenAway;
        this.look = look;
        this.nanoTime = nanoTime;
        this.heardUntil = nanoTime.getAsLong();
    }

    @Override
    public Entry enter() {
        boolean goesOn = false;
        while (true) {
            Era now = era;
            now.begun.increment();
            // Counted before it is asked which era it is, as turn() tells of another one before it counts: one of both
            // sees the other. A LongAdder adds in release mode, which a read that follows may overtake.
            VarHandle.fullFence();
            if (now == era && (goesOn || isHeard())) {
                return now;
            }
            now.leave();
            goesOn = isHeard() || awaitLook();
        }
    }

    @Override
    public synchronized void turn() {
        Era last = era;
        era = new Era();
        last.over = true;
        // as in enter()
        VarHandle.fullFence();
        past.add(last);
        if (!isHeard()) {
            past.forEach(each -> each.revoked = true);
        }
        past.removeIf(each -> each.revoked || each.isQuiet());
    }

    /** Whether nothing is under way, and still counts, that began under a configuration of before. */
    synchronized boolean isSettled() {
        past.removeIf(Era::isQuiet);
        return past.isEmpty();
    }

    /** Whether others count on this instance. */
    boolean isHeard() {
        return nanoTime.getAsLong() - heardUntil < 0;
    }

    /**
     * The registry was looked at, and what it says is taken.
     *
     * @param until when others stop to count on this instance if it is not heard again, by {@link System#nanoTime()}
     */
    synchronized void heard(long until) {
        lookEnded();
        if (!isHeard()) {
            // others may not have waited for what began by a configuration of before
            past.forEach(each -> each.revoked = true);
        }
        held = false;
        everHeard = true;
        if (until - heardUntil > 0) {
            heardUntil = until;
        }
        waited = false;
        notifyAll();
    }

    /** The registry was looked at in vain. */
    synchronized void unheard(String why) {
        lookEnded();
        problem = why;
    }

    /**
     * The registry was looked at, and all instances hand over just now, maybe without this one: it begins nothing
     * before that is decided. An instance that has just started lets its statements wait for that; what belongs to a
     * transaction from before would hold up the others, and waits for as long as for a registry that is away.
     */
    synchronized void held(String why) {
        lookEnded();
        problem = why;
        held = true;
        if (!everHeard) {
            waitedSince = lookedAt;
        }
    }

    private void lookEnded() {
        looked = true;
        lookedAt = nanoTime.getAsLong();
    }

    /**
     * Waits until the registry was looked at.
     *
     * @return true
     * @throws ShardingException when it cannot be, and statements must not go on without it
     */
    private synchronized boolean awaitLook() {
        long now = nanoTime.getAsLong();
        if (!waited || !looked || now - lookedAt > STILL_NANOS) {
            waited = true;
            waitedSince = now;
        }
        while (!isHeard()) {
            if (nanoTime.getAsLong() - waitedSince > PATIENCE_NANOS) {
                if (whenAway == WhenAway.GO_ON && !held) {
                    return true;
                }
                throw new ShardingException(ErrorCode.INSTANCE_OUT_OF_TOUCH, registry, problem);
            }
            look.run();
            try {
                wait(WAIT_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw ShardingException.causedBy(e, ErrorCode.INTERRUPTED, "waiting for a look at the registry");
            }
        }
        return true;
    }
}
