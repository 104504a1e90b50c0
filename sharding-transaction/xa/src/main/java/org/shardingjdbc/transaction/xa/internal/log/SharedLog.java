package org.shardingjdbc.transaction.xa.internal.log;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.shardingjdbc.error.ErrorCode;
import org.shardingjdbc.transaction.TransactionErrors;
import org.shardingjdbc.transaction.TransactionSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The shared log as one process uses it, from its start to its end. Safe for all threads.
 *
 * <p>Why nobody decides otherwise than another. A process has a row, and writes a decision in one transaction with a
 * change of that row, if the row is not closed. Another process that has not seen the row change for a while closes it,
 * and only then reads the decisions and ends the branches. So each decision was either written before the row was
 * closed, and the other one reads it, or it cannot be written any more, and the process itself learns that. No clock is
 * compared with another, and how long the while is decides about nothing but patience.
 */
public final class SharedLog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedLog.class);
    private static final int BEATS = 4;
    /** For which a committing thread waits for the log. */
    private static final long LONGEST_WRITE_MILLIS = 10_000;

    private final TransactionSource source;
    private final Map<String, TransactionSource> sources = new ConcurrentHashMap<>();
    private final DecisionWriter writer;
    private final Takeover takeover;
    private final ScheduledThreadPoolExecutor thread;

    private SharedLog(TransactionSource source, String identity, int leaseSeconds) {
        this.source = source;
        writer = new DecisionWriter(source, identity);
        takeover = new Takeover(source, identity, TimeUnit.SECONDS.toNanos(leaseSeconds));
        thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread made = new Thread(task, "sharding-xa-log");
            made.setDaemon(true);
            return made;
        });
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * Makes the tables where there are none, and begins to beat.
     *
     * @param source where the tables are
     * @param identity of this process, one that never was before
     * @param leaseSeconds for which a process must not have beaten before another takes over
     */
    public static SharedLog open(TransactionSource source, String identity, int leaseSeconds) throws SQLException {
        try (Connection connection = source.open()) {
            if (!connection.getAutoCommit()) {
                connection.setAutoCommit(true);
            }
            LogTables.create(connection, source.name());
            LogTables.insertNode(connection, identity);
        }
        SharedLog opened = new SharedLog(source, identity, leaseSeconds);
        long pause = TimeUnit.SECONDS.toMillis(leaseSeconds) / BEATS;
        opened.thread.scheduleWithFixedDelay(opened::beat, pause, pause, TimeUnit.MILLISECONDS);
        return opened;
    }

    /**
     * Branches may follow there from now on.
     *
     * @param owner the name of the sharding data source
     */
    public void use(String owner, List<TransactionSource> added) throws SQLException {
        added.forEach(each -> sources.put(owner + "." + each.name(), each));
        writer.beat(new ArrayList<>(sources.keySet()));
        synchronized (takeover) {
            takeover.look(Map.copyOf(sources));
        }
    }

    /** They are closed. What may be in doubt there, others look after. */
    public void forget(String owner, List<TransactionSource> removed) {
        removed.forEach(each -> sources.remove(owner + "." + each.name()));
    }

    private void beat() {
        try {
            if (!writer.isClosed()) {
                writer.beat(null);
            }
        } catch (SQLException | RuntimeException | Error e) {
            // an error that is thrown here would end the schedule
            LOG.warn("The transaction log could not be written; it is tried again", e);
        }
        try {
            synchronized (takeover) {
                takeover.look(Map.copyOf(sources));
            }
        } catch (SQLException | RuntimeException | Error e) {
            LOG.warn("Branches in doubt of other processes could not be looked for; it is tried again", e);
        }
    }

    /**
     * Returns when a decision is written.
     *
     * @throws NodeClosedException when it is not, and never will be
     * @throws org.shardingjdbc.transaction.xa.internal.DecisionUnknownException when that is not known
     */
    public void write(BranchDecision decision) {
        writer.write(decision, LONGEST_WRITE_MILLIS);
    }

    /** Writes it with the next one, or the next beat. */
    public void later(BranchDecision decision) {
        writer.later(decision);
    }

    /** The transactions of all processes that are to be committed, by the global parts of their names. */
    public Set<String> decided() throws SQLException {
        try (Connection connection = source.open()) {
            return LogTables.decided(connection);
        }
    }

    /** Whether another process has taken over: then this one decides nothing any more. */
    public boolean isTakenOver() {
        return writer.isClosed();
    }

    /** @throws SQLException when another process has taken over */
    public void checkActive() throws SQLException {
        if (writer.isClosed()) {
            throw TransactionErrors.of(
                    ErrorCode.TRANSACTION_LOG,
                    "refuses this process: it did not beat for log-lease-seconds, and another one has taken over what it had"
                            + " begun; restart it");
        }
    }

    /** One that is under way would write its row again, so that it could not be closed as it was read. */
    private void awaitBeat() {
        try {
            if (!thread.awaitTermination(LONGEST_WRITE_MILLIS, TimeUnit.MILLISECONDS)) {
                LOG.debug("The transaction log does not answer while it is left");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        thread.shutdown();
        awaitBeat();
        try {
            if (!writer.isClosed()) {
                writer.beat(null);
            }
            synchronized (takeover) {
                takeover.leave();
            }
        } catch (SQLException | RuntimeException e) {
            LOG.warn("The transaction log could not be left: others take over after a while", e);
        }
        writer.close();
    }
}
