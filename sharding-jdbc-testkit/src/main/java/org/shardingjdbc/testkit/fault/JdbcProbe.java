package org.shardingjdbc.testkit.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import javax.sql.DataSource;

/**
 * Stands between an application (or a pool) and real DataSources: counts and records every JDBC call, strikes with a
 * fault at the call that a test chooses, and knows what is open. One probe covers as many data sources as a test has,
 * so that "the n-th call" is the n-th over all of them.
 *
 * <p>Counted are the calls on DataSource, Connection, Statement and its kinds, ResultSet and their metadata, but not
 * the bookkeeping ones ({@code unwrap}, {@code isWrapperFor}, {@code isClosed}, {@code toString}, {@code hashCode},
 * {@code equals}). Safe for use by several threads.
 *
 * <pre>{@code
 * JdbcProbe probe = new JdbcProbe();
 * DataSource ds0 = probe.wrap("ds_0", realDataSource);
 * probe.strike(7, Fault.throwing());
 * ... use it ...
 * assertThat(probe.open().resultSets()).isZero();
 * }</pre>
 */
public final class JdbcProbe {
    private static final int LOG_LIMIT = 100_000;

    private final Object lock = new Object();
    private final List<JdbcCall> calls = new ArrayList<>();
    private final Set<ProbedHandle> handles = ConcurrentHashMap.newKeySet();
    private final Set<ProbedHandle> hanging = ConcurrentHashMap.newKeySet();
    private Predicate<JdbcCall> counted = call -> true;
    private Predicate<JdbcCall> victim = call -> false;
    private Fault fault;
    private long callCount;
    private long handleCount;
    private long strikeCount;
    private long releases;

    /** A DataSource that goes to {@code target} through this probe. */
    public DataSource wrap(String name, DataSource target) {
        return ProbedHandle.root(this, name, target);
    }

    /** Counts and strikes only at calls that the filter takes; by default at all. */
    public void count(Predicate<JdbcCall> filter) {
        synchronized (lock) {
            counted = filter;
        }
    }

    /**
     * Strikes once, at the n-th counted call from the last {@link #reset()} on.
     *
     * @param number from 1
     */
    public void strike(long number, Fault atCall) {
        strikeWhen(call -> call.number() == number, atCall);
    }

    /** Strikes at every counted call that the predicate takes. */
    public void strikeWhen(Predicate<JdbcCall> predicate, Fault atCall) {
        synchronized (lock) {
            victim = predicate;
            fault = atCall;
        }
    }

    /** Forgets calls and faults, and lets hanging calls go on; what is open stays known. */
    public void reset() {
        synchronized (lock) {
            calls.clear();
            callCount = 0;
            strikeCount = 0;
            victim = call -> false;
            fault = null;
        }
        release();
    }

    /** Lets the calls that hang now go on. */
    public void release() {
        synchronized (lock) {
            releases++;
            lock.notifyAll();
        }
    }

    /** The calls since the last reset, in order; of very many only the first 100,000. */
    public List<JdbcCall> calls() {
        synchronized (lock) {
            return List.copyOf(calls);
        }
    }

    /** How many calls were counted since the last reset. */
    public long callCount() {
        synchronized (lock) {
            return callCount;
        }
    }

    /** How many calls met a fault since the last reset. */
    public long strikeCount() {
        synchronized (lock) {
            return strikeCount;
        }
    }

    /**
     * Waits until at least {@code count} calls hang.
     *
     * @return whether they do; false after the time is over
     */
    public boolean awaitHanging(int count, long timeoutMillis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        synchronized (lock) {
            while (hanging.size() < count) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                lock.wait(left);
            }
            return true;
        }
    }

    /** What is open on the probed data sources now. Connections that idle in a pool above the probe count as open. */
    public OpenHandles open() {
        int connections = 0;
        int statements = 0;
        int resultSets = 0;
        for (ProbedHandle handle : handles) {
            switch (handle.role()) {
                case CONNECTION -> connections++;
                case STATEMENT -> statements++;
                case RESULT_SET -> resultSets++;
                default -> {
                    // Metadata and data sources are not closed.
                }
            }
        }
        return new OpenHandles(connections, statements, resultSets);
    }

    long nextHandle() {
        synchronized (lock) {
            return ++handleCount;
        }
    }

    void opened(ProbedHandle handle) {
        handles.add(handle);
    }

    void closed(ProbedHandle handle) {
        handles.remove(handle);
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    /** Wakes hanging calls so that they look whether they were cancelled. */
    void wake() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    /** Records a call. Returns the fault that it meets, or null. */
    Strike record(ProbedHandle handle, String method, String sql) {
        synchronized (lock) {
            JdbcCall call =
                    new JdbcCall(callCount + 1, handle.dataSource(), handle.typeName(), handle.number(), method, sql);
            if (!counted.test(call)) {
                return null;
            }
            callCount++;
            if (calls.size() < LOG_LIMIT) {
                calls.add(call);
            }
            if (fault == null || !victim.test(call)) {
                return null;
            }
            strikeCount++;
            return new Strike(call, fault);
        }
    }

    /** Blocks until released, or until the handle's call cannot end well any more; deaf to interrupts. */
    void hang(ProbedHandle handle) {
        boolean interrupted = false;
        synchronized (lock) {
            long releasesBefore = releases;
            hanging.add(handle);
            lock.notifyAll();
            while (releases == releasesBefore && !handle.isBroken()) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
            hanging.remove(handle);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** A fault that strikes at a call. */
    record Strike(JdbcCall call, Fault fault) {}

    /** How many JDBC objects of the probed data sources are open at one moment. */
    public record OpenHandles(int connections, int statements, int resultSets) {}
}
