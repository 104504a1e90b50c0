package org.shardingjdbc.transaction.xa.internal.log;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.shardingjdbc.dialect.internal.AnswerTime;
import org.shardingjdbc.transaction.TransactionSource;
import org.shardingjdbc.transaction.xa.internal.DecisionUnknownException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the decisions of one process, on a connection that it keeps: those that wait while one is written are written
 * together. What could not be written stays first in the queue, until it is, or the process is closed. Safe for all
 * threads.
 */
final class DecisionWriter implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DecisionWriter.class);
    private static final int PAUSE_MILLIS = 100;
    /**
     * After that long without an answer the log's database is away: who commits hears of it, and what waits is tried
     * again.
     */
    private static final int SILENCE_MILLIS = 5_000;

    private final TransactionSource source;
    private final String identity;
    private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
    private final ReentrantLock lock = new ReentrantLock();
    /** Guarded by the lock: taken from the queue, and not known to be written. */
    private final List<Waiting> underWay = new ArrayList<>();
    /** Guarded by the lock; null until it is needed. */
    private Connection connection;

    private volatile boolean closed;
    /** Guarded by the lock: this process needs no log any more. */
    private boolean ended;

    private static final class Waiting {
        final BranchDecision decision;
        volatile boolean written;
        /** Whether it may have been written although that failed. */
        volatile boolean tried;

        Waiting(BranchDecision decision) {
            this.decision = decision;
        }
    }

    DecisionWriter(TransactionSource source, String identity) {
        this.source = source;
        this.identity = identity;
    }

    /** Whether another process has closed this one. */
    boolean isClosed() {
        return closed;
    }

    /**
     * Returns when it is written.
     *
     * @throws NodeClosedException when it is not, and never will be
     * @throws DecisionUnknownException when it could not be in that time; then it may be, or may be written later
     */
    void write(BranchDecision decision, long longestMillis) {
        Waiting waiting = new Waiting(decision);
        queue.add(waiting);
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(longestMillis);
        SQLException failure = null;
        try {
            while (System.nanoTime() - deadline < 0
                    && lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
                try {
                    if (!waiting.written) {
                        flush(null);
                    }
                    return;
                } catch (SQLException e) {
                    failure = e;
                } catch (NodeClosedException e) {
                    if (waiting.tried) {
                        throw new DecisionUnknownException(e.getMessage(), failure);
                    }
                    throw e;
                } finally {
                    lock.unlock();
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        throw new DecisionUnknownException(
                "the transaction log in data source " + source.name() + " cannot be written", failure);
    }

    /** It is written with the next one, or the next beat. */
    void later(BranchDecision decision) {
        queue.add(new Waiting(decision));
    }

    /**
     * Shows that this process lives.
     *
     * @param sources on which it may have branches; null for those of before
     */
    void beat(Collection<String> sources) throws SQLException {
        lock.lock();
        try {
            flush(sources);
        } finally {
            lock.unlock();
        }
    }

    private static void bound(Connection connection) {
        Throwable unbounded = AnswerTime.bound(connection, SILENCE_MILLIS);
        if (unbounded != null) {
            LOG.debug("Answers of the transaction log's database cannot be bounded", unbounded);
        }
    }

    /** With the lock held. */
    private void flush(Collection<String> sources) throws SQLException {
        requireOpen();
        for (Waiting next = queue.poll(); next != null; next = queue.poll()) {
            underWay.add(next);
        }
        boolean done = false;
        try {
            if (connection == null) {
                connection = source.openKept();
                bound(connection);
                connection.setAutoCommit(false);
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
            }
            // Waits for a transaction of a connection that was lost: afterwards it is there or not.
            closed = !LogTables.beat(connection, identity, sources);
            if (!closed && !underWay.isEmpty()) {
                underWay.forEach(each -> each.tried = true);
                LogTables.write(
                        connection,
                        identity,
                        underWay.stream().map(each -> each.decision).toList());
            }
            connection.commit();
            done = true;
        } finally {
            if (!done) {
                disconnect();
            }
        }
        requireOpen();
        for (Waiting each : underWay) {
            each.decision.whenWritten().run();
            each.written = true;
        }
        underWay.clear();
    }

    private void requireOpen() {
        if (ended) {
            throw new NodeClosedException("the transaction log is closed, as its process (" + identity + ") ends");
        }
        if (closed) {
            throw new NodeClosedException("another process has taken over what this one (" + identity
                    + ") had begun, because it did not beat: restart it");
        }
    }

    private void disconnect() {
        Connection lost = connection;
        connection = null;
        if (lost != null) {
            try {
                lost.close();
            } catch (SQLException e) {
                LOG.debug("The connection of the transaction log could not be closed", e);
            }
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            // a beat that waits would connect again
            ended = true;
            disconnect();
        } finally {
            lock.unlock();
        }
    }
}
