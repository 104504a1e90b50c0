package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.flow.Flows;
import org.shardingjdbc.scaling.internal.flow.Threads;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets all that copies rows for a job work and rest in turn, so that statements of an application are not slowed down
 * by more than some percent. A thread of its own reads a row by its key again and again, and knows so how long that
 * takes while rows are copied and while none are; a turn of work is followed by the rest that {@link Slowdown} asks
 * for. Safe for all threads.
 */
final class CopyTurns implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(CopyTurns.class);

    /** How long a turn of work is, until the chunks that are on their way are written. */
    private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    /** How long the shortest rest is: some reads have to be made in it. */
    private static final long REST_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    /** How long the longest is, also behind a chunk that waited for somebody's lock. */
    private static final long LONGEST_REST_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** So often there is a rest where none is needed, to know how long reads take in it. */
    private static final long ANEW_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long BETWEEN_READS_MILLIS = 2;
    private static final long PAUSE_MILLIS = 100;

    private final Reads reads;
    private final IntSupplier percent;
    private final Thread thread;
    /** By data source, the row that was copied from it last. */
    private final Map<String, RowProbe.Row> rows = new ConcurrentHashMap<>();
    /** How many chunks are read or written at this moment. Guarded by this. */
    private int working;
    /** Whether nothing more is to be begun. Guarded by this. */
    private boolean resting;

    private volatile boolean closed;
    private volatile @Nullable String why;
    private boolean warned;

    /** How long reads take. */
    interface Reads extends AutoCloseable {
        /** By data source, for one read each. */
        Map<String, Long> nanos(Collection<RowProbe.Row> rows) throws SQLException;

        /** It may be used again afterwards. */
        @Override
        void close() throws SQLException;
    }

    /** @param percent by which statements may take longer on average, at that moment; 0 for no limit */
    CopyTurns(Reads reads, IntSupplier percent) {
        this.reads = reads;
        this.percent = percent;
        this.thread = new Thread(this::run, "sharding-jdbc-scaling-turns");
        thread.setDaemon(true);
        thread.start();
    }

    /** Something is read or written from now on, whether there is a rest or not: what has begun goes on. */
    synchronized void begins() {
        working++;
    }

    /** It is done. */
    synchronized void ends() {
        working--;
        notifyAll();
    }

    /**
     * The same as {@link #begins}, when no rest is left. Who is not to go on has begun, too, and ends then.
     *
     * @param patience asked from time to time whether to go on waiting
     */
    void beginsBehindRest(Flows.Patience patience) throws SQLException, InterruptedException {
        boolean begun = false;
        try {
            do {
                begun = hasBegun();
            } while (!begun && patience.goesOn());
        } catch (SQLException | RuntimeException | InterruptedException e) {
            begins();
            throw e;
        }
        if (!begun) {
            begins();
        }
    }

    private synchronized boolean hasBegun() throws InterruptedException {
        if (resting) {
            wait(PAUSE_MILLIS);
        }
        if (resting) {
            return false;
        }
        working++;
        return true;
    }

    private synchronized boolean isWorking() {
        return working > 0;
    }

    /** A row was copied, which may be read to know how long that takes. */
    void reached(RowProbe.Row row) {
        rows.put(row.node().dataSource(), row);
    }

    /** Nothing is copied from a data source any more. */
    void left(String dataSource) {
        rows.remove(dataSource);
    }

    /** Why there are rests; null while there need not be any. */
    @Nullable
    String why() {
        return why;
    }

    private void run() {
        Slowdown slowdown = new Slowdown();
        long restedNanos = System.nanoTime() - ANEW_NANOS;
        try {
            while (!closed) {
                int most = percent.getAsInt();
                Collection<RowProbe.Row> read = List.copyOf(rows.values());
                if (read.isEmpty() || most == 0 || !isWorking()) {
                    why = most == 0 ? null : why;
                    TimeUnit.MILLISECONDS.sleep(most == 0 ? PAUSE_MILLIS : BETWEEN_READS_MILLIS);
                    continue;
                }
                try {
                    if (turn(slowdown, read, most, restedNanos)) {
                        restedNanos = System.nanoTime();
                    }
                } catch (SQLException | RuntimeException e) {
                    failed(e);
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            // it was closed
        } finally {
            rest(false);
        }
    }

    /** Nobody rests while it is not known for how long. Who copies fails by itself where a database is away. */
    private void failed(Exception e) {
        if (!warned) {
            LOG.warn("Rows cannot be read to know how much a copy slows reads down: it goes on without that limit", e);
            warned = true;
        }
        why = null;
        rest(false);
        closeReads();
    }

    private void closeReads() {
        try {
            reads.close();
        } catch (SQLException | RuntimeException e) {
            LOG.debug("A connection is not closed in order", e);
        }
    }

    /** Work, and a rest where it is time for one; returns whether there was one. */
    private boolean turn(Slowdown slowdown, Collection<RowProbe.Row> read, int percentMost, long restedNanos)
            throws SQLException, InterruptedException {
        double most = 1 + percentMost / 100.0;
        long begin = System.nanoTime();
        slowdown.worked(average(read, begin + WORK_NANOS, this::isWorking));
        double times = slowdown.times();
        why = times <= most
                ? null
                : String.format(
                        Locale.ROOT,
                        "reads of one row take %.1f times as long while rows are copied, and may take %.2f times",
                        times,
                        most);
        if (times <= most && System.nanoTime() - restedNanos < ANEW_NANOS) {
            return false;
        }
        rest(true);
        awaitWorkDone();
        long wanted = Math.max(REST_NANOS, slowdown.restNanos(System.nanoTime() - begin, most));
        long end = System.nanoTime() + Math.min(LONGEST_REST_NANOS, wanted);
        slowdown.rested(average(read, end, () -> percent.getAsInt() == percentMost));
        rest(false);
        return true;
    }

    private synchronized void rest(boolean now) {
        resting = now;
        notifyAll();
    }

    private synchronized void awaitWorkDone() throws InterruptedException {
        while (working > 0 && !closed) {
            wait(PAUSE_MILLIS);
        }
    }

    /** Whether what is measured is still what it is measured for. */
    @FunctionalInterface
    private interface Holding {
        boolean holds();
    }

    /** Nanoseconds of a read by data source, until then, or while it holds; empty where it did not. */
    private Map<String, Double> average(Collection<RowProbe.Row> read, long untilNanos, Holding holding)
            throws SQLException, InterruptedException {
        Map<String, Double> sums = new HashMap<>();
        int times = 0;
        while (!closed && holding.holds()) {
            Map<String, Long> nanos = reads.nanos(read);
            if (holding.holds()) {
                nanos.forEach((source, its) -> sums.merge(source, (double) its, Double::sum));
                times++;
            }
            if (System.nanoTime() - untilNanos >= 0) {
                break;
            }
            TimeUnit.MILLISECONDS.sleep(BETWEEN_READS_MILLIS);
        }
        int all = times;
        sums.replaceAll((source, sum) -> sum / all);
        return sums;
    }

    /** Nobody rests any more. */
    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        Threads.join(thread);
        closeReads();
    }
}
