package org.shardingjdbc.scaling.internal.job;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
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
    /** So often there is a rest where none is needed, to know how long reads take in it. */
    private static final long ANEW_NANOS = TimeUnit.SECONDS.toNanos(2);

    private static final long BETWEEN_READS_MILLIS = 2;
    private static final long PAUSE_MILLIS = 100;

    private final Reads reads;
    private final IntSupplier percent;
    private final Thread thread;
    /** What is done at this moment: chunks that are read or written. Guarded by this. */
    private int working;
    /** Whether nothing more is to be begun. Guarded by this. */
    private boolean resting;

    private volatile boolean closed;
    private volatile RowProbe.@Nullable Row row;
    private volatile @Nullable String why;

    /** How long reads take. */
    interface Reads extends AutoCloseable {
        /** By data source, for one read each. */
        Map<String, Long> nanos(RowProbe.Row row) throws SQLException;

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

    /** Something is read or written from now on. */
    synchronized void begins() {
        working++;
    }

    /** It is done. */
    synchronized void ends() {
        working--;
        notifyAll();
    }

    /**
     * Between two chunks, until no rest is left.
     *
     * @param reached the row that was copied last
     * @param patience asked from time to time whether to go on waiting
     */
    void awaitWork(RowProbe.Row reached, Flows.Patience patience) throws SQLException, InterruptedException {
        row = reached;
        while (isResting() && patience.goesOn()) {
            synchronized (this) {
                if (resting) {
                    wait(PAUSE_MILLIS);
                }
            }
        }
    }

    private synchronized boolean isResting() {
        return resting;
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
                RowProbe.Row read = row;
                int most = percent.getAsInt();
                if (read == null || most == 0) {
                    why = null;
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                    continue;
                }
                try {
                    if (turn(slowdown, read, 1 + most / 100.0, restedNanos)) {
                        restedNanos = System.nanoTime();
                    }
                } catch (SQLException | RuntimeException e) {
                    // who copies fails by itself where a database is away
                    LOG.debug("Rows cannot be read to know how much a copy slows reads down", e);
                    reads.close();
                    rest(false);
                    TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
                }
            }
        } catch (InterruptedException e) {
            // it was closed
        } catch (SQLException e) {
            LOG.debug("A connection is not closed in order", e);
        } finally {
            rest(false);
        }
    }

    /** Work, and a rest where it is time for one; returns whether there was one. */
    private boolean turn(Slowdown slowdown, RowProbe.Row read, double most, long restedNanos)
            throws SQLException, InterruptedException {
        long begin = System.nanoTime();
        slowdown.worked(average(read, begin + WORK_NANOS));
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
        long rest = slowdown.restNanos(System.nanoTime() - begin, most);
        slowdown.rested(average(read, System.nanoTime() + Math.max(REST_NANOS, rest)));
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

    /** Nanoseconds of a read by data source, until then. */
    private Map<String, Double> average(RowProbe.Row read, long untilNanos) throws SQLException, InterruptedException {
        Map<String, Double> sums = new HashMap<>();
        int times = 0;
        do {
            reads.nanos(read).forEach((source, nanos) -> sums.merge(source, (double) nanos, Double::sum));
            times++;
            TimeUnit.MILLISECONDS.sleep(BETWEEN_READS_MILLIS);
        } while (System.nanoTime() - untilNanos < 0 && !closed);
        int all = times;
        sums.replaceAll((source, sum) -> sum / all);
        return sums;
    }

    /** Nobody rests any more. */
    @Override
    public void close() throws SQLException {
        closed = true;
        thread.interrupt();
        Threads.join(thread);
        reads.close();
    }
}
