package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.recovery.LogWriteException;
import com.atomikos.recovery.OltpLog;
import com.atomikos.recovery.PendingTransactionRecord;
import com.atomikos.recovery.TxState;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The transactions that data sources of ours begin. Nobody else can enlist anything in them, so their two phases are
 * run here; a transaction of Atomikos would have a timer on a thread of its own, and queues for each branch and phase.
 * Their branches are named, and their decisions written, as Atomikos does: it recovers them with its own. Safe for all
 * threads.
 */
final class OwnTransactions implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(OwnTransactions.class);

    private final NodeIdentity identity;
    private final OltpLog log;
    private final AtomicLong begun = new AtomicLong();
    /** Those who end a transaction share it; who closes the log has it for himself. */
    private final ReadWriteLock ending = new ReentrantReadWriteLock();
    /** For branches that are prepared or committed beside others. */
    private final ExecutorService helpers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "sharding-xa-phases");
        thread.setDaemon(true);
        return thread;
    });

    /** Guarded by {@link #ending}. */
    private boolean closed;

    OwnTransactions(NodeIdentity identity, OltpLog log) {
        this.identity = identity;
        this.log = log;
    }

    /** A new name, other than all those that Atomikos gives, which have digits only after the node's. */
    String name() {
        return identity.prefix()
                + System.currentTimeMillis()
                + 't'
                + Long.toString(begun.incrementAndGet(), Character.MAX_RADIX);
    }

    ExecutorService helpers() {
        return helpers;
    }

    /**
     * Runs what ends a transaction while the log stays open.
     *
     * @return what that says; false, without running it, when the log is closed
     */
    boolean whileOpen(BooleanSupplier task) {
        ending.readLock().lock();
        try {
            return !closed && task.getAsBoolean();
        } finally {
            ending.readLock().unlock();
        }
    }

    /**
     * Writes down that a transaction is to be committed. When this returns that is durable.
     *
     * @param expiresMillis by the wall clock; afterwards recovery may have presumed that it was not to be committed
     * @return whether it is decided; when not, it never will be
     * @throws org.shardingjdbc.transaction.xa.internal.DecisionUnknownException when it may be written or not
     */
    boolean decide(String transaction, long expiresMillis) {
        if (System.currentTimeMillis() >= expiresMillis) {
            return false;
        }
        try {
            log.write(new PendingTransactionRecord(transaction, TxState.COMMITTING, expiresMillis, identity.prefix()));
            return true;
        } catch (LogWriteException | IllegalArgumentException e) {
            LOG.warn("Transaction {} is rolled back: its decision cannot be written", transaction, e);
            return false;
        }
    }

    /** All its branches are committed. Not forced to disk. */
    void forget(String transaction, long expiresMillis) {
        try {
            log.write(new PendingTransactionRecord(transaction, TxState.TERMINATED, expiresMillis, identity.prefix()));
        } catch (LogWriteException | RuntimeException e) {
            // recovery finds nothing to commit, and forgets it
            LOG.debug("Transaction {} cannot be forgotten yet", transaction, e);
        }
    }

    /** Waits for those that are ending; afterwards none can be committed. */
    @Override
    public void close() {
        ending.writeLock().lock();
        try {
            closed = true;
        } finally {
            ending.writeLock().unlock();
        }
        helpers.shutdown();
    }
}
