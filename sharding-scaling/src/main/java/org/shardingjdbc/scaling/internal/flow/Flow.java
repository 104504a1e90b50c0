package org.shardingjdbc.scaling.internal.flow;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.shardingjdbc.scaling.internal.database.ChangeLog;
import org.shardingjdbc.scaling.internal.layout.Direction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Follows the log of one database and has its changes written to their new places, on a thread of its own, until it is
 * closed or something fails. Transactions are not kept together: a large one is written in parts, and several small
 * ones at once when they come faster than they can be written, as nobody reads at the new places. So memory is needed
 * for one batch, whatever one transaction changes: a server of PostgreSQL sends a transaction when it is committed, and
 * its log tells row by row as they come; the binary log of MySQL and MariaDB has rows of transactions that are taken
 * back later, so there a transaction is held until its end is read, in a file where it is large, and told in parts
 * then. A log is done up to the end of a transaction only: one that was written in part when this stopped is told again
 * from its begin, and rows that are written again end the same. Safe for all threads.
 */
public final class Flow implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Flow.class);
    /**
     * Many: each data node is written by statements of its own, and few rows of each would not follow who writes fast.
     */
    private static final int TOGETHER = 10_000;

    private static final long TOGETHER_BYTES = 4L << 20;
    private static final long CATCH_UP_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long IDLE_MILLIS = 50;

    private final String dataSource;
    private final ChangeLog log;
    private final ChangeWriter writer;
    private final ChangeBatch batch;
    /** Whether nothing that was told waits in the writer; asked again behind each batch. */
    private boolean settled;

    private final Thread thread;
    private final AtomicLong changes = new AtomicLong();
    /** Marks of this flow that have not passed; others are of no matter. */
    private final Set<String> awaited = new HashSet<>();

    private final Object passing = new Object();
    /** When all was written that was told. */
    private volatile long evenNanos = System.nanoTime();

    private volatile boolean ended;
    private volatile @Nullable Throwable failure;

    /**
     * @param log begun; this opens and closes it
     * @param writer of the flows of all data sources
     */
    public Flow(String dataSource, ChangeLog log, Direction direction, ChangeWriter writer) {
        this.dataSource = dataSource;
        this.log = log;
        this.writer = writer;
        this.batch = new ChangeBatch(dataSource, direction);
        this.thread = new Thread(this::run, "sharding-jdbc-scaling-" + dataSource);
        thread.setDaemon(true);
    }

    /** Begins to follow. */
    public void start() {
        thread.start();
    }

    private void run() {
        try (log) {
            log.open();
            while (!ended) {
                letOthersCatchUp();
                boolean more = log.next(batch, batch.isEmpty() ? IDLE_MILLIS : 0);
                if (batch.isEmpty()) {
                    passOver();
                    if (!more) {
                        evenNanos = System.nanoTime();
                    }
                } else if (!more || batch.size() >= TOGETHER || batch.bytes() >= TOGETHER_BYTES) {
                    write();
                }
            }
        } catch (Exception | Error e) {
            if (!ended) {
                failure = e;
                LOG.error("The changes of data source {} are not followed any more", dataSource, e);
            }
        } finally {
            synchronized (passing) {
                passing.notifyAll();
            }
        }
    }

    /** Rows that wait, wait for what other data sources tell; in vain for what this one has to tell first. */
    private void letOthersCatchUp() throws InterruptedException {
        if (settled || !batch.isEmpty()) {
            return;
        }
        long end = System.nanoTime() + CATCH_UP_NANOS;
        while (writer.isFull(dataSource) && System.nanoTime() - end < 0) {
            TimeUnit.MILLISECONDS.sleep(IDLE_MILLIS);
        }
    }

    /**
     * What was read since the last batch concerns others: the database need not keep it, though nothing was written.
     */
    private void passOver() throws SQLException {
        settled = settled || writer.isSettled(dataSource);
        if (settled) {
            log.done();
        }
    }

    private void write() throws SQLException {
        writer.write(batch);
        settled = writer.isSettled(dataSource);
        if (settled) {
            log.done();
        }
        changes.addAndGet(batch.size());
        synchronized (passing) {
            awaited.removeAll(batch.marks());
            passing.notifyAll();
        }
        batch.clear();
    }

    /** Lets a mark be told behind all that is committed now, for {@link #await}. */
    public void mark(String text) throws SQLException {
        synchronized (passing) {
            awaited.add(text);
        }
        boolean done = false;
        try {
            log.mark(text);
            done = true;
        } finally {
            if (!done) {
                synchronized (passing) {
                    awaited.remove(text);
                }
            }
        }
    }

    /**
     * Waits until all before a mark is written.
     *
     * @throws TimeoutException when it takes longer
     * @throws SQLException when changes are not followed any more
     */
    public void await(String mark, long millis) throws SQLException, TimeoutException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        synchronized (passing) {
            while (awaited.contains(mark)) {
                check();
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    throw new TimeoutException("the changes of data source " + dataSource + " are not all written");
                }
                passing.wait(left);
            }
        }
    }

    /** @throws SQLException where it has failed, or was closed */
    public void check() throws SQLException {
        Throwable known = failure;
        if (known != null) {
            String state = known instanceof SQLException error ? error.getSQLState() : null;
            throw new SQLException(
                    "The changes of data source " + dataSource + " are not followed: " + known.getMessage(),
                    state,
                    known);
        }
        if (ended) {
            throw new SQLException("The changes of data source " + dataSource + " are not followed any more");
        }
    }

    /** How many changes were written. */
    public long changes() {
        return changes.get();
    }

    /** How many bytes of the log are not written. */
    public long lagBytes() throws SQLException {
        return log.lagBytes();
    }

    /** For how long something has been there that is not written; 0 where all is. */
    public long lagMillis() {
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - evenNanos);
        return millis > 2 * IDLE_MILLIS ? millis : 0;
    }

    /** Ends it, between two batches; waits for that, also where it is interrupted: nothing is written afterwards. */
    @Override
    public void close() {
        close(null);
    }

    /** The same, for those who wait for it: {@code why} is what failed beside it, null where it ends in order. */
    void close(@Nullable Throwable why) {
        if (failure == null) {
            failure = why;
        }
        ended = true;
        thread.interrupt();
        Threads.join(thread);
    }
}
