package org.shardingjdbc.engine.internal.execute.deployment;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.error.ShardingException;

/**
 * How deployments are left for the next one, so that somebody knows when nothing runs by them any more. One for each
 * replacement with a fence, for all threads.
 *
 * <p>Executions are not counted: each connection that one runs on tells whose it is, and so does each branch of a
 * transaction; only what is more than one execution is counted ({@link Deployment#begin}). Who begins something shows
 * that, and then asks whether the deployment is left; who leaves it says so, and then looks at what is shown. So one of
 * both sees the other. Whether somebody who is late may go on is decided together with the last look: either that look
 * sees him, or he is refused, and planned by the next deployment.
 */
public final class DeploymentExit {
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(500);
    private static final long WAIT_MILLIS = 50;

    private final IntSupplier uses;
    private final boolean newcomersWait;
    /** Whether nothing of what is left may run any more. Written with the monitor, read by any thread. */
    private volatile boolean quiet;
    /** Whether nobody waits for the end of it. Written with the monitor, read by any thread. */
    private volatile boolean open;
    /** Whether nobody is to wait for the end of what runs. By any thread. */
    private volatile boolean givenUp;
    /** Why what begins is to wait no longer, though nothing is decided; null as long as it waits. */
    private @Nullable String undecided;

    /** @param uses how much runs by what is left */
    DeploymentExit(IntSupplier uses, boolean newcomersWait) {
        this.uses = uses;
        this.newcomersWait = newcomersWait;
    }

    /** Whether what begins now waits until it is decided which deployment counts. */
    public boolean holdsNewcomers() {
        return newcomersWait && !open;
    }

    /** Whether what has shown itself may run by what is left. */
    public boolean admits() {
        if (quiet) {
            return false;
        }
        synchronized (this) {
            return !quiet;
        }
    }

    /** Whether nothing of what is left may run any more, also nothing for those who have begun something else. */
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

    /** What begins waits no longer and is refused, for that reason; null where it is to wait. */
    synchronized void undecided(@Nullable String why) {
        undecided = why;
        notifyAll();
    }

    /** Who waits for the end of what runs is to wait no more. */
    void giveUp() {
        givenUp = true;
    }

    /** Those that wait go on, by the deployment that is current now. */
    synchronized void open() {
        open = true;
        notifyAll();
    }

    /**
     * Waits until nothing of what is left runs; from then on nothing of it begins.
     *
     * @param unwanted says whether nobody wants it any more
     * @return how much still runs, when the time is over or somebody gave up
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
