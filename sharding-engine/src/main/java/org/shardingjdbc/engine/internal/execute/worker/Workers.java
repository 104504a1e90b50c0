package org.shardingjdbc.engine.internal.execute.worker;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that run work besides the caller's own thread, and the clock for query timeouts. They are daemon threads,
 * made when needed, and end after a minute without work. Safe for all threads; one per sharding data source.
 */
public class Workers implements TaskClock, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Workers.class);
    private static final long IDLE_SECONDS = 60;

    private final ExecutorService executor;
    /** Runs what the clock starts; it must have a thread even when all workers hang. */
    private final ExecutorService alarms;

    private final ScheduledThreadPoolExecutor clock;
    private final LateFanOuts lateFanOuts;

    /**
     * @param name goes into the names of the threads
     * @param size the most threads, 0 for no bound
     * @param kind of the threads when there is no bound
     */
    public Workers(String name, int size, WorkerThreads kind) {
        ThreadFactory threads = daemons("sharding-" + name + "-worker-");
        ExecutorService virtual = size == 0 && kind.areVirtual() ? virtualThreads() : null;
        this.alarms = unbounded(threads);
        this.executor = size > 0 ? bounded(size, threads) : virtual != null ? virtual : alarms;
        this.clock = new ScheduledThreadPoolExecutor(1, daemons("sharding-" + name + "-clock-"));
        clock.setRemoveOnCancelPolicy(true);
        clock.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        clock.allowCoreThreadTimeOut(true);
        this.lateFanOuts = new LateFanOuts(clock);
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, prefix + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    private static ExecutorService bounded(int size, ThreadFactory threads) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                size, size, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads);
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ExecutorService unbounded(ThreadFactory threads) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), threads);
    }

    /**
     * Starts a virtual thread for each task; null where the JDK has none. The look-up by name is needed because we
     * compile for Java 17.
     */
    public static @Nullable ExecutorService virtualThreads() {
        try {
            MethodHandle factory = MethodHandles.publicLookup()
                    .findStatic(
                            Executors.class,
                            "newVirtualThreadPerTaskExecutor",
                            MethodType.methodType(ExecutorService.class));
            return (ExecutorService) factory.invokeExact();
        } catch (Throwable e) {
            LOG.debug("No virtual threads", e);
            return null;
        }
    }

    /** Runs the task soon on another thread. Returns false when it cannot, because the data source is closed. */
    public boolean run(Runnable task) {
        try {
            executor.execute(task);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    /** Watches the executions whose groups the caller runs alone. */
    public LateFanOuts lateFanOuts() {
        return lateFanOuts;
    }

    @Override
    public boolean tickAfter(long delayNanos, Runnable task) {
        try {
            clock.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (RejectedExecutionException e) {
            return false;
        }
    }

    @Override
    public @Nullable ScheduledFuture<?> runAfter(long delayMillis, Runnable task) {
        try {
            return clock.schedule(() -> alarms.execute(task), delayMillis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            return null;
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
        executor.shutdown();
        alarms.shutdown();
    }
}
