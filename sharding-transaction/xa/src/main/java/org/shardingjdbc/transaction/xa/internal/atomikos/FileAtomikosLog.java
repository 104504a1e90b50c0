package org.shardingjdbc.transaction.xa.internal.atomikos;

import com.atomikos.recovery.LogException;
import com.atomikos.recovery.LogReadException;
import com.atomikos.recovery.LogWriteException;
import com.atomikos.recovery.OltpLog;
import com.atomikos.recovery.PendingTransactionRecord;
import com.atomikos.recovery.RecoveryLog;
import com.atomikos.recovery.fs.OltpLogImp;
import com.atomikos.recovery.fs.RecoveryLogImp;
import java.util.Collection;
import org.shardingjdbc.transaction.xa.internal.log.DecisionFile;

/** Atomikos' own logs, both, over a {@link DecisionFile}. Safe for all threads. */
final class FileAtomikosLog implements OltpLog, RecoveryLog {
    private final OltpLogImp running = new OltpLogImp();
    private final RecoveryLogImp recovering = new RecoveryLogImp();

    FileAtomikosLog(DecisionFile file) {
        FileRepository repository = new FileRepository(file);
        running.setRepository(repository);
        recovering.setRepository(repository);
    }

    @Override
    public void write(PendingTransactionRecord record) throws LogWriteException {
        running.write(record);
    }

    @Override
    public boolean isActive() {
        return recovering.isActive();
    }

    @Override
    public Collection<PendingTransactionRecord> getExpiredPendingCommittingTransactionRecordsAt(long time)
            throws LogReadException {
        return recovering.getExpiredPendingCommittingTransactionRecordsAt(time);
    }

    @Override
    public Collection<PendingTransactionRecord> getIndoubtTransactionRecords() throws LogReadException {
        return recovering.getIndoubtTransactionRecords();
    }

    @Override
    public Collection<PendingTransactionRecord> getPendingTransactionRecords() throws LogReadException {
        return recovering.getPendingTransactionRecords();
    }

    @Override
    public PendingTransactionRecord get(String transaction) throws LogReadException {
        return recovering.get(transaction);
    }

    @Override
    public void recordAsCommitting(String transaction) throws LogException {
        recovering.recordAsCommitting(transaction);
    }

    @Override
    public void forget(String transaction) {
        recovering.forget(transaction);
    }

    @Override
    public void forgetTransactionRecords(Collection<PendingTransactionRecord> records) {
        recovering.forgetTransactionRecords(records);
    }

    @Override
    public void close() {
        running.close();
    }

    @Override
    public void closing() {
        recovering.closing();
    }

    @Override
    public void closed() {
        recovering.closed();
    }
}
