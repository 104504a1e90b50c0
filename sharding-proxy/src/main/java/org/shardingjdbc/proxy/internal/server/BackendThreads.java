package org.shardingjdbc.proxy.internal.server;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.shardingjdbc.engine.internal.execute.worker.Workers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that converse with clients: virtual ones where the JDK has them. Their number needs no bound of its own,
 * as each client has at most one at a time, and two where it is cancelled; a smaller one would let a client whose
 * COMMIT waits for a thread block those who wait for its locks and have them all.
 */
final class BackendThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BackendThreads.class);
    private static final long IDLE_SECONDS = 60;

    private final ExecutorService executor;

    BackendThreads() {
        ExecutorService virtual = Workers.virtualThreads();
        this.executor = virtual == null ? platformThreads() : virtual;
    }

    private static ExecutorService platformThreads() {
        AtomicInteger number = new AtomicInteger();
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                    Thread thread = new Thread(task, "sharding-proxy-session-" + number.incrementAndGet());
                    thread.setDaemon(true);
                    return thread;
                });
    }

    /** Runs it soon; not at all when the server has ended. */
    void run(Runnable task) {
        try {
            executor.execute(task);
        } catch (RejectedExecutionException e) {
            LOG.debug("The server has ended", e);
        }
    }

    @Override
    public void close() {
        executor.shutdown();
    }
}
