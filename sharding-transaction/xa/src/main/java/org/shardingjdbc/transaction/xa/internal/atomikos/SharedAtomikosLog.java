package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.recovery.LogWriteException;
import com.atomikos.recovery.OltpLog;
import com.atomikos.recovery.PendingTransactionRecord;
import com.atomikos.recovery.RecoveryLog;
import com.atomikos.recovery.TxState;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.shardingjdbc.transaction.xa.internal.DecisionUnknownException;
import org.shardingjdbc.transaction.xa.internal.log.BranchDecision;
import org.shardingjdbc.transaction.xa.internal.log.NodeClosedException;
import org.shardingjdbc.transaction.xa.internal.log.SharedLog;

/**
 * The shared log as Atomikos writes and reads it. It holds the records of this process only; nobody else writes those,
 * so they are read here. Safe for all threads.
 */
final class SharedAtomikosLog implements OltpLog, RecoveryLog {
    private final SharedLog log;
    private final Map<String, PendingTransactionRecord> written = new ConcurrentHashMap<>();
    /** Those of which nobody knows yet whether they are written: nothing is done because of them, or against them. */
    private final Map<String, PendingTransactionRecord> unknown = new ConcurrentHashMap<>();

    SharedAtomikosLog(SharedLog log) {
        this.log = log;
    }

    /** @throws DecisionUnknownException when it may be written or not */
    @Override
    public void write(PendingTransactionRecord record) throws LogWriteException {
        if (record.state.isFinalState()) {
            forget(record.id);
            return;
        }
        if (record.state != TxState.COMMITTING) {
            throw new LogWriteException(
                    new IllegalStateException("transactions of other coordinators cannot be in a shared log"));
        }
        unknown.put(record.id, record);
        try {
            log.write(new BranchDecision(record.id, record.toRecord().strip(), () -> {
                written.put(record.id, record);
                unknown.remove(record.id);
            }));
        } catch (NodeClosedException e) {
            unknown.remove(record.id);
            throw new LogWriteException(e);
        }
    }

    /** When another process has taken over, that one recovers. */
    @Override
    public boolean isActive() {
        return !log.isTakenOver();
    }

    @Override
    public Collection<PendingTransactionRecord> getExpiredPendingCommittingTransactionRecordsAt(long time) {
        return written.values().stream().filter(each -> each.expires < time).toList();
    }

    @Override
    public Collection<PendingTransactionRecord> getIndoubtTransactionRecords() {
        return List.of();
    }

    @Override
    public Collection<PendingTransactionRecord> getPendingTransactionRecords() {
        return List.copyOf(written.values());
    }

    @Override
    public PendingTransactionRecord get(String transaction) {
        PendingTransactionRecord found = unknown.get(transaction);
        return found == null ? written.get(transaction) : found;
    }

    @Override
    public void forget(String transaction) {
        if (written.remove(transaction) != null) {
            log.later(new BranchDecision(transaction, null, () -> {}));
        }
    }

    @Override
    public void forgetTransactionRecords(Collection<PendingTransactionRecord> records) {
        records.forEach(each -> forget(each.id));
    }

    /** Of what was in doubt before, there is nothing here. */
    @Override
    public void recordAsCommitting(String transaction) throws LogWriteException {
        throw new LogWriteException(new IllegalStateException(transaction + " is not in the log"));
    }

    @Override
    public void close() {
        // Whoever opened the log does it.
    }

    @Override
    public void closing() {
        // Whoever opened the log says so.
    }

    @Override
    public void closed() {
        // As before.
    }
}
