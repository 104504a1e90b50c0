package org.shardingjdbc.engine.internal.execute.deployment;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * How deployments are left for the next one, so that it is known when nothing runs by them any more. One for each
 * replacement that waits for that; safe for all threads.
 *
 * <p>Executions are not counted: each connection that one runs on has its deployment, and so has each branch of a
 * transaction. Only what consists of several executions is counted ({@link Deployment#beginStay}). A session first
 * registers what it begins, and then asks whether the deployment is left. The replacing thread first marks the
 * deployment as left, and then looks at what is registered. So one of both sees the other. The last look also decides
 * whether a late session may go on: either that look sees the session, or the session is refused, and plans by the next
 * deployment.
 */
public final class DeploymentExit {
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long WAIT_MILLIS = 50;

    private final IntSupplier uses;
    private final boolean newcomersWait;
    /** Whether nothing may run by the left deployments any more. Written with the monitor, read by any thread. */
    private volatile boolean quiet;
    /** Whether newcomers need not wait any more. Written with the monitor, read by any thread. */
    private volatile boolean open;
    /** Whether {@link #drain} is to stop waiting for what runs. By any thread. */
    private volatile boolean givenUp;
    /** Why newcomers are refused, though nothing is decided; null as long as they wait. Guarded by the monitor. */
    private @Nullable String undecided;

    /** @param uses how much runs by the left deployments */
    DeploymentExit(IntSupplier uses, boolean newcomersWait) {
        this.uses = uses;
        this.newcomersWait = newcomersWait;
    }

    /** Whether something that begins now waits until it is decided which deployment counts. */
    public boolean holdsNewcomers() {
        return newcomersWait && !open;
    }

    /** Whether something that is registered may run by the left deployments. */
    public boolean admits() {
        if (quiet) {
            return false;
        }
        synchronized (this) {
            return !quiet;
        }
    }

    /**
     * Whether nothing may run by the left deployments any more, not even for a session that has begun something by
     * them.
     */
    public boolean isQuiet() {
        return quiet;
    }

    /**
     * Waits a moment for the end of {@link #holdsNewcomers}.
     *
     * @throws ShardingException SHD-7018, when nobody is there who decides which deployment counts
     */
    public synchronized void await() throws InterruptedException {
        if (!open && undecided != null) {
            throw new ShardingException(ErrorCode.HANDOVER_UNDECIDED, undecided);
        }
        if (!open) {
            wait(WAIT_MILLIS);
        }
    }

    /** Refuses newcomers for that reason, instead of letting them wait; null lets them wait. */
    synchronized void undecided(@Nullable String why) {
        undecided = why;
        notifyAll();
    }

    /** Stops the wait for the end of what runs. */
    void giveUp() {
        givenUp = true;
    }

    /** Lets waiting newcomers go on, by the deployment that is current now. */
    synchronized void open() {
        open = true;
        notifyAll();
    }

    /**
     * Waits until nothing runs by the left deployments; from then on nothing begins by them.
     *
     * @param unwanted whether the wait has become pointless
     * @return how much still runs, when the time is over or the wait was given up
     */
    int drain(long nanos, BooleanSupplier unwanted) throws InterruptedException {
        long start = System.nanoTime();
        while (true) {
            int running = look();
            if (running == 0 || givenUp || unwanted.getAsBoolean() || System.nanoTime() - start >= nanos) {
                return running;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
    }

    private synchronized int look() {
        int running = uses.getAsInt();
        quiet = running == 0;
        return running;
    }
}
